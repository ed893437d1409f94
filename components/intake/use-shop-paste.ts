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
  /** Whether the sheet itself knows what these headings mean: such a block is pasted as ever. */
  readonly isOwn: (headings: readonly string[]) => boolean
  /** Takes in a block of a shop's export, as a file of text. */
  readonly onExport: (text: string) => void
  /** Pastes a block as it is. */
  readonly onOther: (copied: Copied) => void
}

/** Letters of a block in which its headings are looked for. */
const HEADINGS = 20_000

/**
 * Has a pasted block whose first row holds the headings of a known export read as that export. Recipes are many: they
 * come once the page has nothing else to do, or with the first block that may be one. While the server is away they do
 * not come, and a block is pasted as it is.
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
    const ahead = () => void load().catch(() => undefined)
    const idle = 'requestIdleCallback' in window ? requestIdleCallback(ahead) : undefined
    const paste = (event: ClipboardEvent) => {
      const copied = copiedIn(event)
      const headings = headingsOf(copied.text)
      if (!headings || !current.current.isForSheet(event)) return
      const { sheet, isOwn, onExport } = current.current
      if (isOwn(headings) || (isKnown && !isKnown(headings, sheet))) return
      event.preventDefault()
      event.stopPropagation()
      if (isKnown) onExport(copied.text)
      else later(copied, headings)
    }
    const later = async (copied: Copied, headings: readonly string[]) => {
      const isKnownExport = await load().catch(() => undefined)
      const { sheet, onExport, onOther } = current.current
      if (isKnownExport?.(headings, sheet)) onExport(copied.text)
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

/**
 * The first row of a block that may be a shop's export: several names, with other rows below. A row in which
 * a number stands is data, and is pasted at once: whoever pastes goes on typing.
 */
function headingsOf(text: string): readonly string[] | undefined {
  const [first = [], ...below] = parseTsv(text.slice(0, HEADINGS))
  const names = first.map(cell => cell.trim()).filter(name => name !== '')
  const isData = names.some(name => /^[\p{N}\p{P}\p{S}\s]+$/u.test(name))
  return names.length > 2 && below.length > 0 && !isData ? first : undefined
}
