import { type RefObject, useEffect, useSyncExternalStore } from 'react'
import { TextWidths } from './text-widths'

/** Size of the sheet's texts in CSS pixels. */
const SIZE = 13
/** Time after which nothing is drawn for the first time any more, in milliseconds. */
const SETTLED = 300
/** By so much of its width a text may be wider than its signs together and still be believed to be no wider. */
const TOLERANCE = 0.01
/** Some of every kind of sign, long enough for a rounded width not to matter. */
const SAMPLE = 'The quick 1,234.50 (No. 7) @ Éß — 渋谷区神南、カートと送り状。김치찌개 배송'.repeat(4)

let made: { readonly ratio: number; readonly widths: TextWidths } | undefined
const unmeasured = new TextWidths(() => 0)

/** How wide texts of the sheet are at the window's zoom: the browser may round signs to whole pixels of the screen. */
export function textWidths(): TextWidths {
  const ratio = window.devicePixelRatio
  if (made?.ratio === ratio) return made.widths
  const pen = document.createElement('canvas').getContext('2d')
  if (!pen) return unmeasured
  pen.font = `${SIZE * ratio}px ${getComputedStyle(document.documentElement).getPropertyValue('--font-sheet')}`
  pen.fontKerning = 'none'
  made = { ratio, widths: new TextWidths(text => pen.measureText(text).width / ratio) }
  return made.widths
}

/** Signs that nearly every sheet has: of ASCII and kana all, of the others one for each font. */
const COMMON = `${signs(0x20, 0x7e)}${signs(0x3041, 0x3096)}${signs(0x30a1, 0x30fa)}가字`

function signs(first: number, last: number): string {
  return String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, i) => first + i))
}

/**
 * Has the browser find, and fetch, the fonts of a sheet while its lines are still on their way.
 * @param headings the words of its columns
 */
export function openFonts(headings: string): void {
  textWidths().width(COMMON)
  const pen = document.createElement('canvas').getContext('2d')
  if (!pen) return
  pen.font = `500 12px ${getComputedStyle(document.body).fontFamily}`
  pen.measureText(headings)
}

/** The same for what is drawn: another after each change of the zoom. */
export const useTextWidths = (): TextWidths => useSyncExternalStore(onZoom, textWidths, () => unmeasured)

function onZoom(changed: () => void): () => void {
  const gone = new AbortController()
  const wait = () => {
    const zoom = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`)
    zoom.addEventListener('change', again, { once: true, signal: gone.signal })
  }
  const again = () => {
    wait()
    changed()
  }
  wait()
  return () => gone.abort()
}

/**
 * Says on the sheet (`data-measured`) that its texts are as wide as they were taken to be, so that cells need no clip.
 * Until then, and where the browser has a mind of its own (a least size of letters, a font put in place of ours), each
 * has one.
 */
export function useMeasured(root: RefObject<HTMLElement | null>, widths: TextWidths): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const body = root.current?.querySelector('.grid-body')
      if (!body) return
      const line = document.createElement('span')
      line.className = 'grid-sample'
      line.textContent = SAMPLE
      body.append(line)
      const width = line.getBoundingClientRect().width
      line.remove()
      root.current?.toggleAttribute('data-measured', width <= widths.width(SAMPLE) * (1 + TOLERANCE))
    }, SETTLED)
    return () => {
      clearTimeout(timer)
      root.current?.removeAttribute('data-measured')
    }
  }, [root, widths])
}
