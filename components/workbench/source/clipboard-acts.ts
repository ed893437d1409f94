import type { GridActions } from '@/components/grid/source'
import {
  blockOf,
  type PasteResult,
  preparePaste,
  sameText,
  writeCellsGradually,
} from '@/lib/sheet/acts/cells'
import { type Clip, readClipSteps, startsReadOnly, writeClip } from '@/lib/sheet/codecs/clipboard'
import { finish, type Steps } from '@/lib/sheet/codecs/steps'
import { emptyPatch, type Patch } from '@/lib/sheet/draft/draft'
import type { Writes } from '@/lib/sheet/orders/edits'
import type { Column } from '@/lib/sheet/schema/columns'
import type { CellAddress } from '@/lib/sheet/schema/line'
import { type CellRange, heightOf, widthOf, withinLines } from '@/lib/sheet/view/ranges'
import { listOf } from '@/lib/words/join'
import type { ActContext } from './act-context'
import type { SheetWords } from './sheet-words'
import { TypedTextWriter } from './typed-text'

/** Acts on cells: write, clear, copy, cut and paste. */
export function clipboardActs(context: ActContext): Pick<GridActions, 'write' | 'clear' | 'copy' | 'paste'> {
  const { workbook, placeholderRows, words, screen, cornerOf, announce, refusedMessage, readOnlyMessage } =
    context

  const typing = new TypedTextWriter(workbook, placeholderRows, count =>
    announce(words.message('followed', { count })),
  )

  /** @param onEnd receives how many cells were cleared, and how many were not because of their orders */
  const blank = (
    ranges: readonly CellRange[],
    sign: 'clearing' | 'cutting',
    onEnd: (cleared: number, refused: number) => void,
  ) => {
    const within = withinLines(ranges, screen().filled)
    const there = [...sameText(screen(), within, '')].filter(([line]) => workbook.draft.lines.has(line))
    const writes: Writes = new Map(there)
    const cells = there.reduce((sum, [, texts]) => sum + Object.keys(texts).length, 0)
    const at = cornerOf(within.at(-1))
    const isLater = writeCellsGradually(workbook, placeholderRows, writes, at, ({ refused }) =>
      onEnd(cells - refused, refused),
    )
    if (isLater) announce(words.message(sign))
  }
  /** The sentence about ranges that have no other column than the read-only one. */
  const onlyReadOnlyMessage = (ranges: readonly CellRange[]) =>
    ranges.every(({ left, right }) => left === right) && readOnlyMessage(ranges)

  return {
    write: (cell, text) => {
      const column = workbook.column(cell.column)
      if (column?.isReadOnly)
        return announce(words.message('readOnlyColumn', { column: words.column(column).name }))
      const isElsewhere = workbook.holderOf(cell.line) !== undefined
      const isRefused = typing.write(cell, text).refused > 0
      announce(isRefused && words.message(isElsewhere ? 'lockedElsewhere' : 'readOnly'))
    },
    clear: ranges =>
      blank(ranges, 'clearing', (cleared, refused) =>
        announce(
          cleared > 0 && words.message('cleared', { count: cleared }),
          refusedMessage(refused),
          onlyReadOnlyMessage(ranges),
        ),
      ),
    copy: (ranges, isCut) => {
      const within = withinLines(ranges, screen().filled)
      const block = blockOf(workbook, screen(), within)
      if (!block) {
        announce(words.message('notOneBlock'))
        return undefined
      }
      const count = within.reduce((sum, range) => sum + heightOf(range) * widthOf(range), 0)
      const clip = writeClip(
        block,
        within.some(({ left }) => screen().columns[left]?.isReadOnly),
      )
      if (isCut)
        blank(ranges, 'cutting', (_, refused) =>
          announce(words.message('cut', { count }), refusedMessage(refused), onlyReadOnlyMessage(ranges)),
        )
      else announce(words.message('copied', { count }))
      return clip
    },
    paste: (ranges, clip, onReceived) => {
      const steps = prepareClip(context, ranges, clip)
      const tell = (ready: PreparedClip) => {
        ready.announce()
        if (ready.received) onReceived(ready.received)
      }
      if (clip.text.length < MIN_GRADUAL_LENGTH && clip.html.length < MIN_GRADUAL_HTML_LENGTH) {
        const ready = finish(steps)
        workbook.perform(ready.patch, ready.at)
        return tell(ready)
      }
      announce(words.message('pasting'))
      let ready: PreparedClip | undefined
      const kept = function* () {
        ready = yield* steps
        return ready
      }
      workbook.performGradually(kept(), () => ready && tell(ready))
    },
  }
}

/** A longer text is pasted gradually: it takes a tenth of a second or more. In characters. */
const MIN_GRADUAL_LENGTH = 1_000_000
/** The same of HTML, which is mostly tags. */
const MIN_GRADUAL_HTML_LENGTH = 10_000_000

/** A computed paste: its changes, its announcement, and the cells to select. */
interface PreparedClip {
  readonly patch: Patch
  readonly at: CellAddress | null
  readonly announce: () => void
  /** Undefined: nothing was pasted. */
  readonly received: CellRange | undefined
}

function* prepareClip(context: ActContext, ranges: readonly CellRange[], clip: Clip): Steps<PreparedClip> {
  const { workbook, placeholderRows, words, screen, announce } = context
  const { block: copied, restored } = yield* readClipSteps(clip)
  // Copied ids stay with the orders that have them; a copy of ids alone is a list of texts.
  const isAfterReadOnly = startsReadOnly(clip) && (copied[0]?.length ?? 0) > 1
  const block = isAfterReadOnly ? copied.map(row => row.slice(1)) : copied
  const ids = isAfterReadOnly ? copied.flatMap(([id = '']) => (id === '' ? [] : [id])) : []
  if (clip.text === '' && block.length === 1 && block[0]?.join('') === '') {
    const nothing = { patch: emptyPatch, at: null, received: undefined }
    return { ...nothing, announce: () => announce(words.message('nothingToPaste')) }
  }
  const target = { ...screen(), ranges: withinLines(ranges, screen().filled), isAfterReadOnly }
  const names = (column: Column) => namesOf(words, column)
  const prepared = yield* preparePaste(workbook, placeholderRows, block, target, names, context.newId)
  const { patch, at, result } = prepared
  const { plan } = result
  return {
    patch,
    at,
    received: plan.rows.length === 0 ? undefined : plan.received,
    announce: () => {
      if (plan.isReadOnly) announce(context.readOnlyStartMessage())
      else tellPasted(context, { ...result, readOnly: [...ids, ...result.readOnly] }, restored)
    },
  }
}

function tellPasted(
  { words, announce, refusedMessage, readOnlyTextsMessage, isFiltered, workbook, screen }: ActContext,
  { plan, refused: cells, readOnly, firstRefused, respelled: otherwise }: PasteResult,
  restored: number,
): void {
  const { clipped, named, unknown, passedOver } = plan
  const into = isFiltered() ? 'pastedVisible' : 'pasted'
  const shown = new Set(screen().columns.map(({ id }) => id))
  const hidden = Object.keys(plan.rows[0]?.texts ?? {}).flatMap(id =>
    shown.has(id) || workbook.column(id)?.isReadOnly ? [] : (workbook.column(id) ?? []),
  )
  const hiddenNames = hidden.map(column => words.column(column).name)
  announce(
    words.message(plan.byHeader ? 'pastedByHeader' : into, { lines: plan.rows.length }),
    unknown.length > 0 && words.message('unknownHeadings', { names: listOf(words.language, unknown) }),
    clipped.cells > 0 &&
      unknown.length === 0 &&
      words.message('clipped', { count: clipped.cells, first: listOf(words.language, clipped.first) }),
    hidden.length > 0 &&
      words.message('pastedIntoHidden', {
        count: hidden.length,
        names: listOf(words.language, hiddenNames.slice(0, 3)),
      }),
    refusedMessage(cells, firstRefused),
    readOnlyTextsMessage(readOnly),
    passedOver > 0 && words.message('pastedOnce', { count: passedOver }),
    named.cells > 0 && words.becameCodes(named),
    restored > 0 && words.message('restored', { count: restored }),
    otherwise.cells > 0 &&
      words.message('sentOtherwise', { count: otherwise.cells, text: otherwise.text, sent: otherwise.sent }),
  )
}

/** The names by which operators and files call a column. */
export const namesOf = (words: SheetWords, column: Column): string[] => {
  const { label, name } = words.column(column)
  return [name, label]
}
