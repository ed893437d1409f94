import { type RefObject, useEffect, useSyncExternalStore } from 'react'
import { TextWidths } from './text-widths'

/** Font size of cells, in CSS pixels. */
const SIZE = 13
/** After this time, in milliseconds, the first paint is over. */
const SETTLED_MS = 300
/** The computed width may be off by this share. */
const TOLERANCE = 0.01
/** Characters of every kind, enough of them that rounding does not matter. */
const SAMPLE = 'The quick 1,234.50 (No. 7) @ Éß — 渋谷区神南、カートと送り状。김치찌개 배송'.repeat(4)

let made: { readonly ratio: number; readonly widths: TextWidths } | undefined
const unmeasured = new TextWidths(() => 0)

/** Text widths at the window's zoom: browsers may round characters to whole device pixels. */
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

/** Characters that nearly every sheet has: ASCII, kana, and one of every other font. */
const COMMON = `${signs(0x20, 0x7e)}${signs(0x3041, 0x3096)}${signs(0x30a1, 0x30fa)}가字`

function signs(first: number, last: number): string {
  return String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, i) => first + i))
}

/**
 * Loads the fonts of a sheet while its lines are still loading.
 * @param headings the words of its columns
 */
export function loadFonts(headings: string): void {
  textWidths().width(COMMON)
  const pen = document.createElement('canvas').getContext('2d')
  if (!pen) return
  pen.font = `500 12px ${getComputedStyle(document.body).fontFamily}`
  pen.measureText(headings)
}

/** The text widths for a component; they change with the zoom. */
export const useTextWidths = (): TextWidths => useSyncExternalStore(onZoom, textWidths, () => unmeasured)

function onZoom(changed: () => void): () => void {
  const gone = new AbortController()
  const watch = () => {
    const zoom = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`)
    zoom.addEventListener('change', onChange, { once: true, signal: gone.signal })
  }
  const onChange = () => {
    watch()
    changed()
  }
  watch()
  return () => gone.abort()
}

/**
 * Sets `data-measured` on the grid once the computed widths prove right, so that cells need no clipping. Until then,
 * and where the browser changes fonts (a minimum size, a replacement font), each cell clips its text.
 */
export function useWidthCheck(root: RefObject<HTMLElement | null>, widths: TextWidths): void {
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
    }, SETTLED_MS)
    return () => {
      clearTimeout(timer)
      root.current?.removeAttribute('data-measured')
    }
  }, [root, widths])
}
