import { type RefObject, useEffect, useEffectEvent } from 'react'
import { clipOf } from '@/components/ui/clip-of'
import { parseTsv } from '@/lib/sheet/codecs/tsv'
import type { SheetId } from '@/lib/sheet/schema/sheets'

/** A copied block of cells. */
export interface CopiedBlock {
  readonly text: string
  readonly html: string
}

interface Options {
  readonly area: RefObject<HTMLElement | null>
  readonly sheet: SheetId
  /** Whether a paste goes into the sheet, rather than into an edited cell or another field. */
  readonly isForSheet: (event: ClipboardEvent) => boolean
  /** Whether these are headings of the sheet itself: a block with them is pasted as usual. */
  readonly isOwn: (headings: readonly string[]) => boolean
  /** Imports a block of a shop's export, as a text file. */
  readonly onExport: (text: string) => void
  /** Pastes a block as usual. */
  readonly onOther: (copied: CopiedBlock) => void
}

/** The headings are searched in this many characters of a block. */
const MAX_HEADING_CHARACTERS = 20_000

/**
 * Imports a pasted block whose first row has the headings of a known export. The recipes are a large chunk of code: it is
 * fetched when the page is idle, or with the first block that may be an export. Where it cannot be fetched, the block is
 * pasted as usual.
 */
export function useExportPaste({ area, sheet, ...options }: Options): void {
  const isForSheet = useEffectEvent(options.isForSheet)
  const isOwn = useEffectEvent(options.isOwn)
  const onExport = useEffectEvent(options.onExport)
  const onOther = useEffectEvent(options.onOther)
  useEffect(() => {
    const here = area.current
    let isKnown: ((headings: readonly string[], sheet: SheetId) => boolean) | undefined
    const load = async () => {
      isKnown ??= (await import('@/lib/import/match/known-headings')).isKnownExport
      return isKnown
    }
    const ahead = () => void load().catch(() => undefined)
    const idle = 'requestIdleCallback' in window ? requestIdleCallback(ahead) : undefined
    const paste = (event: ClipboardEvent) => {
      const copied = clipOf(event)
      const headings = headingsOf(copied.text)
      if (!headings || !isForSheet(event)) return
      if (isOwn(headings) || (isKnown && !isKnown(headings, sheet))) return
      event.preventDefault()
      event.stopPropagation()
      if (isKnown) onExport(copied.text)
      else later(copied, headings)
    }
    const later = async (copied: CopiedBlock, headings: readonly string[]) => {
      const isKnownExport = await load().catch(() => undefined)
      if (isKnownExport?.(headings, sheet)) onExport(copied.text)
      else onOther(copied)
    }
    here?.addEventListener('paste', paste, { capture: true })
    return () => {
      here?.removeEventListener('paste', paste, { capture: true })
      if (idle !== undefined) cancelIdleCallback(idle)
    }
  }, [area, sheet])
}

/**
 * The first row of a block that may be a shop's export: several names, with other rows below. A row with a number is
 * data; a block that begins with data is pasted at once, because the operator goes on typing.
 */
function headingsOf(text: string): readonly string[] | undefined {
  const [first = [], ...below] = parseTsv(text.slice(0, MAX_HEADING_CHARACTERS))
  const names = first.map(cell => cell.trim()).filter(name => name !== '')
  const isData = names.some(name => /^[\p{N}\p{P}\p{S}\s]+$/u.test(name))
  return names.length > 2 && below.length > 0 && !isData ? first : undefined
}

/**
 * Names of the text files that pasted blocks become, in each language, with those of earlier versions: a stored file
 * keeps the name that it got.
 */
const blockNames: ReadonlySet<string> = new Set([
  'Pasted rows.tsv',
  '붙여넣은 내용.tsv',
  '貼り付けデータ.tsv',
  'Pasted block.tsv',
])

/** Whether a file is a pasted block, by its name. */
export const isPastedBlock = (file: string): boolean => blockNames.has(file)
