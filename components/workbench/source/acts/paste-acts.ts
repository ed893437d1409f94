import type { GridActions } from '@/components/grid/source'
import { type PasteResult, preparePaste } from '@/lib/sheet/acts/cells'
import { type Clip, copiedFrom, readClipSteps } from '@/lib/sheet/codecs/clipboard'
import { finish, type Steps } from '@/lib/sheet/codecs/steps'
import { emptyPatch, isEmptyPatch, type Patch } from '@/lib/sheet/draft/draft'
import type { CellAddress, LineId, Texts } from '@/lib/sheet/schema/line'
import { type CellRange, followBlock, withinLines } from '@/lib/sheet/view/ranges'
import { firstOf, listOf } from '@/lib/words/sentences/join'
import { type ActContext, noteNewestAct } from './act-context'

interface PasteActs {
  readonly acts: Pick<GridActions, 'paste' | 'pasteLater'>
  /** Cancels the last paste that waits, unless another act followed it. @returns whether there was one */
  cancelPaste(): boolean
  /** Drops pastes that wait. */
  dispose(): void
}

/**
 * Pastes blocks. While a large copy is pending, a paste waits for it and pastes its block.
 * @param pendingCopy the block of the pending copy; it resolves to undefined if there is nothing to paste
 */
export function pasteActs(
  context: ActContext,
  pendingCopy: () => Promise<Clip | undefined> | undefined,
): PasteActs {
  const { workbook, words, screen, announce } = context
  /** The last paste that waits, and whether no act followed it. */
  let waiting: { readonly isNewest: () => boolean } | undefined
  /** Pastes of blocks that may be exports of shops. */
  const undecided = new Set<{ readonly isNewest: () => boolean }>()
  const paste: GridActions['paste'] = (ranges, clip, onReceived) => {
    const steps = prepareClip(context, ranges, clip)
    const report = (ready: PreparedClip) => {
      ready.announce()
      if (ready.received) onReceived(ready.received)
    }
    if (clip.text.length < MIN_GRADUAL_LENGTH && clip.html.length < MIN_GRADUAL_HTML_LENGTH) {
      const ready = finish(steps)
      workbook.perform(ready.patch, ready.at)
      return report(ready)
    }
    announce(words.message('pasting'))
    let ready: PreparedClip | undefined
    const remembered = function* () {
      ready = yield* steps
      return ready
    }
    workbook.performGradually(remembered(), () => ready && report(ready))
  }
  const pasteCopied = async (
    copied: Promise<Clip | undefined>,
    ...[ranges, , onReceived]: Parameters<typeof paste>
  ): Promise<void> => {
    announce(words.message('pasting'))
    const { rows, columns } = screen()
    const own = { isNewest: noteNewestAct(workbook) }
    waiting = own
    const block = await copied.catch(() => undefined)
    if (waiting !== own) return
    waiting = undefined
    workbook.finishActs()
    // The ranges are positions: they would be other cells now.
    const isMoved = screen().rows !== rows || screen().columns !== columns
    if (!block || isMoved) return announce(words.message('notPasted'))
    paste(ranges, block, onReceived)
  }

  return {
    acts: {
      paste: (ranges, clip, onReceived) => {
        const copied = pendingCopy()
        if (copied) void pasteCopied(copied, ranges, clip, onReceived)
        else paste(ranges, clip, onReceived)
      },
      pasteLater: async (ranges, clip, isExport, on) => {
        const copied = pendingCopy()
        if (copied) return pasteCopied(copied, ranges, clip, on.received)
        announce(words.message('pasting'))
        const targetNow = noteTarget(context, ranges, clip)
        const own = { isNewest: noteNewestAct(workbook) }
        undecided.add(own)
        const isImported = await isExport
        if (!undecided.delete(own)) return
        if (isImported) return on.importIt()
        workbook.finishActs()
        const now = targetNow()
        if (now) paste(now, clip, on.received)
        else announce(words.message('notPasted'))
      },
    },
    cancelPaste: () => {
      const last = [...undecided].at(-1)
      if (last?.isNewest()) return undecided.delete(last)
      if (!waiting?.isNewest()) return false
      waiting = undefined
      return true
    },
    dispose: () => {
      waiting = undefined
      undecided.clear()
    },
  }
}

/** The range and the rows below it that a block may reach. */
export const pastedOver = (range: CellRange, { text }: Clip): CellRange => ({
  ...range,
  // Spreadsheets end the last row, too.
  bottom: Math.max(range.bottom, range.top + text.replace(/\n$/, '').split('\n').length - 1),
})

/**
 * Notes the cells of a paste, and the texts in their rows.
 * @returns a function that returns where they are now; undefined once they are apart or their texts have changed
 */
function noteTarget(
  { workbook, screen, placeholderRows }: ActContext,
  ranges: readonly CellRange[],
  clip: Clip,
): () => CellRange[] | undefined {
  const { rows, columns } = screen()
  const linesOf = ({ top, bottom }: CellRange, ids: readonly LineId[]) =>
    ids.slice(top, bottom + 1).map(id => workbook.draft.lines.get(id)?.texts)
  const targets = ranges.map(range => {
    const all = pastedOver(range, clip)
    return { range, all, texts: linesOf(all, rows) }
  })
  return () => {
    if (screen().columns !== columns) return undefined
    const now = targets.map(({ range, all, texts }) => {
      const place = followBlock(all, rows, placeholderRows)
      const isSame =
        place &&
        linesOf(place, screen().rows).every((line, i) => line === texts[i] || isAllBlank(line, texts[i]))
      return isSame ? followBlock(range, rows, placeholderRows) : undefined
    })
    return now.every(range => range !== undefined) ? now : undefined
  }
}

const isAllBlank = (...lines: readonly (Texts | undefined)[]): boolean =>
  lines.every(texts => Object.values(texts ?? {}).every(text => text === ''))

/** A text of more characters is pasted gradually: at once it would take a tenth of a second or more. */
const MIN_GRADUAL_LENGTH = 1_000_000
/** The same limit for HTML, which is mostly tags. */
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
  const joinedMessage = context.noteOrders()
  const { block: copied, restored } = yield* readClipSteps(clip)
  // Copied ids stay with the orders that have them; a copy of only ids is a list of texts.
  const { isFirstReadOnly, lineColumns } = copiedFrom(clip)
  const isAfterReadOnly = isFirstReadOnly && (copied[0]?.length ?? 0) > 1
  const block = isAfterReadOnly ? copied.map(row => row.slice(1)) : copied
  const ids = isAfterReadOnly ? copied.flatMap(([id = '']) => (id === '' ? [] : [id])) : []
  if (clip.text === '' && block.length === 1 && block[0]?.join('') === '') {
    const nothing = { patch: emptyPatch, at: null, received: undefined }
    return { ...nothing, announce: () => announce(words.message('nothingToPaste')) }
  }
  const target = {
    ...screen(),
    ranges: withinLines(ranges, screen().filled),
    isAfterReadOnly,
    lineColumns: isAfterReadOnly ? lineColumns.slice(1) : lineColumns,
  }
  const prepared = yield* preparePaste(
    workbook,
    placeholderRows,
    block,
    target,
    words.headingNames,
    context.newId,
  )
  const { patch, at, result } = prepared
  const { plan } = result
  return {
    patch,
    at,
    received: plan.rows.length === 0 ? undefined : plan.received,
    announce: () => {
      if (plan.isReadOnly) announce(context.readOnlyStartMessage())
      else if (plan.rows.length === 0 && target.rows.length === 0) announce(words.message('pasteFiltered'))
      else
        announcePasted(
          context,
          { ...result, readOnly: [...ids, ...result.readOnly] },
          { isChanged: !isEmptyPatch(patch), restored, joinedMessage: joinedMessage() },
        )
    },
  }
}

function announcePasted(
  { words, announce, lockedMessage, readOnlyTextsMessage, isFiltered, staysHidden, workbook }: ActContext,
  { plan, locked: cells, readOnly, firstLocked, respelled: otherwise }: PasteResult,
  done: {
    readonly isChanged: boolean
    /** How many numbers were pasted in full that the source showed shortened. */
    readonly restored: number
    readonly joinedMessage: string | false
  },
): void {
  const { clipped, named, unknown, repeated, above, passedOver } = plan
  const { isChanged, restored, joinedMessage } = done
  const into = isFiltered() ? 'pastedVisible' : 'pasted'
  // The sentences that follow say which texts were left out.
  const isAllThere = cells + readOnly.length + clipped.cells + unknown.length === 0
  const hidden = Object.keys(plan.rows[0]?.texts ?? {}).flatMap(id =>
    staysHidden(id) && !workbook.column(id)?.isReadOnly ? (workbook.column(id) ?? []) : [],
  )
  const hiddenNames = hidden.map(column => words.column(column).name)
  announce(
    (isChanged || plan.rows.length === 0) &&
      words.message(plan.byHeader ? 'pastedByHeader' : into, { lines: plan.rows.length }),
    !isChanged && plan.rows.length > 0 && isAllThere && words.message('pastedAlready'),
    above.length > 0 &&
      words.message('aboveHeadings', {
        count: above.length,
        first: firstOf(words.language, above, 1),
      }),
    unknown.length > 0 && words.message('unknownHeadings', { names: listOf(words.language, unknown) }),
    repeated.length > 0 &&
      words.message('repeatedHeadings', { names: listOf(words.language, [...new Set(repeated)]) }),
    clipped.cells > 0 &&
      unknown.length + repeated.length === 0 &&
      words.message('clipped', { count: clipped.cells, first: listOf(words.language, clipped.first) }),
    hidden.length > 0 &&
      words.message('pastedIntoHidden', {
        count: hidden.length,
        names: listOf(words.language, hiddenNames.slice(0, 3)),
      }),
    lockedMessage(cells, firstLocked),
    readOnlyTextsMessage(readOnly),
    passedOver > 0 && words.message('pastedOnce', { count: passedOver }),
    named.cells > 0 && words.becameCodes(named),
    restored > 0 && words.message('restored', { count: restored }),
    otherwise.cells > 0 &&
      words.message('sentOtherwise', { count: otherwise.cells, text: otherwise.text, sent: otherwise.sent }),
    joinedMessage,
  )
}
