import { type RefObject, useEffect, useRef } from 'react'
import type { SheetId } from '@/lib/sheet/sheets'
import { parseTsv } from '@/lib/sheet/tsv'

/** A block that was copied. */
export interface Copied {
  readonly text: string
  readonly html: string
}

interface Desk {
  readonly area: RefObject<HTMLElement | null>
  readonly sheet: SheetId
  /** Whether a paste goes into the sheet, and not into a cell that is being edited or a field beside it. */
  readonly isForSheet: (event: ClipboardEvent) => boolean
  /** Takes in a block of a shop's export, as a file of text. */
  readonly onExport: (text: string) => void
  /** Pastes a block as it is. */
  readonly onOther: (copied: Copied) => void
}

/** Letters of a block in which its headings are looked for. */
const HEADINGS = 20_000

/**
 * Has a pasted block whose first row holds the headings of a known export read as that export. Recipes are many: they
 * come once the page has nothing else to do, or with the first block that may be one.
 */
export function useShopPaste(desk: Desk): void {
  const current = useRef(desk)
  useEffect(() => {
    current.current = desk
  })
  const { area } = desk
  useEffect(() => {
    const here = area.current
    let isKnown: ((headings: readonly string[], sheet: SheetId) => boolean) | undefined
    const load = async () => {
      isKnown ??= (await import('@/lib/intake/recognise')).isKnownExport
      return isKnown
    }
    const idle = 'requestIdleCallback' in window ? requestIdleCallback(load) : undefined
    const paste = (event: ClipboardEvent) => {
      const copied = copiedIn(event)
      const headings = headingsOf(copied.text)
      if (!headings || !current.current.isForSheet(event)) return
      const { sheet, onExport } = current.current
      if (isKnown && !isKnown(headings, sheet)) return
      event.preventDefault()
      event.stopPropagation()
      if (isKnown) onExport(copied.text)
      else later(copied, headings)
    }
    const later = async (copied: Copied, headings: readonly string[]) => {
      const isKnownExport = await load()
      const { sheet, onExport, onOther } = current.current
      if (isKnownExport(headings, sheet)) onExport(copied.text)
      else onOther(copied)
    }
    here?.addEventListener('paste', paste, { capture: true })
    return () => {
      here?.removeEventListener('paste', paste, { capture: true })
      if (idle !== undefined) cancelIdleCallback(idle)
    }
  }, [area])
}

const copiedIn = ({ clipboardData }: ClipboardEvent): Copied => ({
  text: clipboardData?.getData('text/plain') ?? '',
  html: clipboardData?.getData('text/html') ?? '',
})

/** The first row of a block that may be a shop's export: one of several columns, with others below. */
function headingsOf(text: string): readonly string[] | undefined {
  const [first, ...below] = parseTsv(text.slice(0, HEADINGS))
  const hasColumns = first !== undefined && first.filter(cell => cell.trim() !== '').length > 2
  return hasColumns && below.length > 0 ? first : undefined
}
