import { type RefObject, useEffect, useEffectEvent } from 'react'
import { runSteps } from '@/components/import/yield-to-paint'
import { readPastedTexts } from '@/components/ui/pasted-texts'
import type { Matrix } from '@/lib/sheet/codecs/tsv'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { copiedExportSteps } from './copied-export'
import { leadingRowsOf } from './leading-rows'

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
  /** Whether a block with these first rows has the sheet's own headings: it is pasted as usual. */
  readonly isOwn: (rows: Matrix) => boolean
  /** The headings among these first rows that a usual paste leaves out; undefined: it finds no headings. */
  readonly leftOut: (rows: Matrix) => readonly string[] | undefined
  /** Imports a block of a shop's export, as a text file. */
  readonly onExport: (text: string) => void
  /** Pastes a block as usual, or imports it (`importIt`), once it is known whether it is an export. */
  readonly onUnknown: (copied: CopiedBlock, isExport: Promise<boolean>, importIt: () => void) => void
}

/**
 * Imports a pasted block with the headings of an export, which may be below notices. The recipes are a large chunk
 * of code: it is fetched when the page is idle, or with the first block that may be an export, which waits for it.
 * Where it cannot be fetched, the block is pasted as usual.
 */
export function useExportPaste({ area, sheet, ...options }: Options): void {
  const isForSheet = useEffectEvent(options.isForSheet)
  const isOwn = useEffectEvent(options.isOwn)
  const leftOut = useEffectEvent(options.leftOut)
  const onExport = useEffectEvent(options.onExport)
  const onUnknown = useEffectEvent(options.onUnknown)
  useEffect(() => {
    const here = area.current
    const closed = new AbortController()
    let isExport: ((rows: Matrix) => boolean) | undefined
    const load = async () => {
      const { beginsKnownExport, beginsOtherExport } = await import('@/lib/import/match/known-headings')
      isExport ??= rows => beginsKnownExport(rows, sheet) || beginsOtherExport(rows, sheet, leftOut(rows))
      return isExport
    }
    const ahead = () => void load().catch(() => undefined)
    const idle = 'requestIdleCallback' in window ? requestIdleCallback(ahead) : undefined
    const importIt = (copied: CopiedBlock) =>
      runSteps(copiedExportSteps(copied), closed.signal, text => onExport(text))
    const paste = (event: ClipboardEvent) => {
      const copied = readPastedTexts(event)
      const rows = leadingRowsOf(copied.text)
      if (!rows || !isForSheet(event)) return
      if (isOwn(rows) || (isExport && !isExport(rows))) return
      event.preventDefault()
      event.stopPropagation()
      if (isExport) importIt(copied)
      else {
        const isKnown = load().then(loaded => loaded(rows))
        onUnknown(
          copied,
          isKnown.catch(() => false),
          () => importIt(copied),
        )
      }
    }
    here?.addEventListener('paste', paste, { capture: true })
    return () => {
      closed.abort()
      here?.removeEventListener('paste', paste, { capture: true })
      if (idle !== undefined) cancelIdleCallback(idle)
    }
  }, [area, sheet])
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
