import { finish, ROWS_PER_STEP, type Steps } from '@/lib/sheet/codecs/steps'
import { Changes } from '@/lib/sheet/draft/changes'
import {
  type Draft,
  type LineChange,
  type Patch,
  ranksAfter,
  textAt,
  withoutBlanks,
} from '@/lib/sheet/draft/draft'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Line, LineId, Texts } from '@/lib/sheet/schema/line'
import type { Order } from './grouping'
import {
  asOwnOrder,
  inheritedOrigins,
  MERGE_ORIGIN,
  numberOfStaying,
  type OriginalOrder,
  orderTexts,
  originalOrderOf,
} from './merge-origin'
import type { OrdersIndex } from './orders-index'

/** What an edit needs to know of the sheet. */
export interface EditContext {
  readonly draft: Draft
  readonly index: OrdersIndex
  /** Ids of the columns that belong to the whole order. */
  readonly recordColumns: ReadonlySet<string>
  /** Ids of all columns of the sheet. */
  readonly knownColumns: ReadonlySet<string>
  /** Lines whose orders are, or may be, at the service: they are never changed. */
  readonly isLocked: (line: LineId) => boolean
  /** Lines of orders whose number another draft holds: only the number may be written, and no other cell with it. */
  readonly isHeldElsewhere: (line: LineId) => boolean
  /** The column of the number. */
  readonly keyColumn: string
  /** The read-only column; undefined where the sheet has none. */
  readonly readOnly?: ReadOnlyColumn
}

/** A column whose texts are not part of the lines. */
export interface ReadOnlyColumn {
  readonly id: string
  /** The text that a line shows; '' where it shows none. */
  readonly textOf: (line: LineId) => string
}

/** The text of a cell: of its line, or of the read-only column. */
export const cellText = ({ draft, readOnly }: EditContext, line: LineId, column: string): string =>
  column === readOnly?.id ? readOnly.textOf(line) : textAt(draft, line, column)

/** New texts for cells: by line, by column. */
export type Writes = ReadonlyMap<LineId, Texts>

/** The patch of an edit, and how many cells (of a removal: lines) it did not change because they are locked. */
export interface Edit {
  readonly patch: Patch
  readonly locked: number
}

/**
 * Splits off the texts for the read-only column.
 * @returns `writes`: the others; `dropped`: those that differ from what the read-only cells show
 */
export function withoutReadOnly(
  { readOnly }: EditContext,
  writes: Writes,
): { readonly writes: Writes; readonly dropped: readonly string[] } {
  if (!readOnly) return { writes, dropped: [] }
  const { id, textOf } = readOnly
  const dropped: string[] = []
  let kept: Map<LineId, Texts> | undefined
  for (const [line, texts] of writes) {
    const text = texts[id]
    if (text === undefined) continue
    if (text.trim() !== textOf(line)) dropped.push(text)
    const { [id]: _, ...others } = texts
    kept ??= new Map(writes)
    kept.set(line, others)
  }
  return { writes: kept ?? writes, dropped }
}

/**
 * Writes texts into cells of lines that exist. A cell of an order is shown once, and several lines may have its text
 * (exports repeat it): when the shown text changes, its repeats change as well; else the order would contradict itself
 * in hidden cells. Repeats on locked lines stay.
 * @param columns the columns of the texts, when all lines have the same
 */
export const writeTexts = (...edit: Parameters<typeof writeTextsSteps>): Edit =>
  finish(writeTextsSteps(...edit))

/** `writeTexts` with pauses, during which the draft must not change. */
export function* writeTextsSteps(
  context: EditContext,
  writes: Writes,
  columns?: readonly string[],
): Steps<Edit> {
  const { draft, index, recordColumns, isLocked } = context
  const changes = new Changes(draft)
  // When a block writes all lines of an order, there is no repeat to change.
  const isRepeatToChange = (other: LineId) => !(columns && writes.has(other)) && !isLocked(other)
  let order: OrderToWrite | undefined
  /** Orders of several lines, by their first lines: in a sorted sheet they may alternate. */
  const orders = new Map<LineId, OrderToWrite>()
  let locked = 0
  let count = 0
  for (const [line, texts] of writes) {
    if (++count % ROWS_PER_STEP === 0) yield
    if (isLocked(line) || (!isNumberOnly(texts, context) && context.isHeldElsewhere(line))) {
      locked += Object.keys(texts).length
      continue
    }
    const now = draft.lines.get(line)?.texts
    if (!now || !changes.write(line, texts, columns)) continue
    // Lines of one order are usually neighbours in the writes.
    if (!order?.members.has(line)) {
      const firstLine = index.firstLineOf(line) ?? line
      order = orders.get(firstLine) ?? orderToWrite(index.orderOf(line), isRepeatToChange)
      if (order.members.size > 1) orders.set(firstLine, order)
    }
    if (order.repeats.length === 0) continue
    for (const column in texts) {
      const was = now[column]
      if (!recordColumns.has(column) || isBlank(was) || texts[column] === was) continue
      const { members, repeats, shownOn } = order
      const shown = shownOn.get(column) ?? firstWithText(draft, members, column)
      shownOn.set(column, shown)
      if (shown !== line) continue
      for (const other of repeats)
        if (
          other !== line &&
          writes.get(other)?.[column] === undefined &&
          textAt(draft, other, column) === was
        )
          changes.write(other, { [column]: texts[column] ?? '' })
    }
  }
  return { patch: { changes: changes.list(), inserted: [], removed: [] }, locked }
}

/** The order whose lines are written; its lines are searched once, not for each of them. */
interface OrderToWrite {
  readonly members: ReadonlySet<LineId>
  /** Lines whose repeats of a shown text change with it. */
  readonly repeats: readonly LineId[]
  /** The line whose text is shown, by column. */
  readonly shownOn: Map<string, LineId | undefined>
}

function orderToWrite(order: Order | undefined, isRepeatToChange: (line: LineId) => boolean): OrderToWrite {
  const lines = order?.lines ?? []
  const repeats = lines.length < 2 ? [] : lines.filter(isRepeatToChange)
  return { members: new Set(lines), repeats, shownOn: new Map() }
}

function firstWithText(draft: Draft, lines: Iterable<LineId>, column: string): LineId | undefined {
  for (const line of lines) if (!isBlank(textAt(draft, line, column))) return line
  return undefined
}

/**
 * Whether a number is all that is written into a line. Other texts beside it could be those of another order, and what
 * was registered from another draft would be sent once more under a new number.
 */
function isNumberOnly(texts: Texts, { keyColumn }: EditContext): boolean {
  for (const column in texts) if (column !== keyColumn) return false
  return true
}

/**
 * Removes lines. When an order loses the lines with its own texts and keeps others, these texts move to the first
 * remaining line, unless it is locked: an item never becomes part of the order above. In a merged order the texts of
 * each original order, by which it can be unmerged, move likewise; if one original order remains, its lines become this
 * order again.
 */
export function removeKeepingOrders(context: EditContext, ids: readonly LineId[]): Edit {
  const { draft, index, recordColumns, isLocked, isHeldElsewhere } = context
  const gone = new Set<LineId>()
  const removed: Line[] = []
  let locked = 0
  for (const id of ids) {
    const line = draft.lines.get(id)
    if (isLocked(id)) locked++
    else if (line && !gone.has(id)) {
      gone.add(id)
      removed.push(line)
    }
  }
  const changes = new Changes(draft)
  const seen = new Set<LineId>()
  /** The numbers of original orders that remain. */
  const taken = new Set<string>()
  for (const id of gone) {
    const firstLine = index.firstLineOf(id)
    if (firstLine === undefined || seen.has(firstLine)) continue
    seen.add(firstLine)
    const order = index.find(firstLine)
    // Most orders have one line: nothing of them stays.
    if (!order || order.lines.length === 1) continue
    const firstRemaining = order.lines.find(line => !gone.has(line))
    if (firstRemaining === undefined || isLocked(firstRemaining)) continue
    const lines = order.lines.flatMap(line => draft.lines.get(line) ?? [])
    // With another number, an order that another draft holds could be registered again.
    const original = isHeldElsewhere(firstRemaining)
      ? undefined
      : originalOrderOf(lines, line => !gone.has(line), context)
    if (original)
      for (const { id, texts } of remainingAsOriginal(context, lines, original, gone, taken))
        changes.write(id, { ...blanks(draft.lines.get(id)?.texts ?? {}), ...texts })
    const sources = original?.lines.map(({ id }) => id) ?? order.lines
    for (const column of [...(original ? [] : recordColumns), ...hiddenColumns(context, order)]) {
      const source = sources.find(line => !isBlank(textAt(draft, line, column)))
      if (source === undefined || !gone.has(source) || !isBlank(textAt(draft, firstRemaining, column)))
        continue
      changes.write(firstRemaining, { [column]: textAt(draft, source, column) })
    }
    if (original) continue
    for (const [line, origin] of inheritedOrigins(lines, line => !gone.has(line)))
      if (!isLocked(line)) changes.write(line, { [MERGE_ORIGIN]: origin })
  }
  return { patch: { changes: changes.list(), inserted: [], removed }, locked }
}

/**
 * The lines that remain of a merged order as its original order, with a number that no other order has then.
 * @param gone the lines that are removed
 * @param taken the numbers that such orders have already; theirs is added
 */
function remainingAsOriginal(
  context: EditContext,
  lines: readonly Line[],
  original: OriginalOrder,
  gone: ReadonlySet<LineId>,
  taken: Set<string>,
): Line[] {
  const { index, recordColumns, keyColumn } = context
  const remaining = lines.filter(({ id }) => !gone.has(id))
  const isStaying = (order: LineId) => !index.find(order)?.lines.every(line => gone.has(line))
  const isUsed = (number: string) =>
    taken.has(number) || index.ordersWith(number).some(order => order !== lines[0]?.id && isStaying(order))
  const now = orderTexts(lines, recordColumns)[keyColumn] ?? ''
  const number = numberOfStaying(remaining, original, now, isUsed)
  taken.add(number)
  return asOwnOrder(remaining, original.texts, number, context)
}

const blanks = (texts: Texts): Texts => Object.fromEntries(Object.keys(texts).map(column => [column, '']))

/** Hidden columns of another sheet that belong to the order as a whole. */
function hiddenColumns({ draft, knownColumns }: EditContext, { lines }: Order): ReadonlySet<string> {
  const ids = lines.flatMap(line => Object.keys(draft.lines.get(line)?.texts ?? {}))
  return new Set(ids.filter(id => !knownColumns.has(id) && !id.includes('[]')))
}

/**
 * Inserts blank lines after a line (null: at the top).
 * @returns undefined when no rank is left between the neighbours
 */
export function insertBlankLines(
  draft: Draft,
  after: LineId | null,
  ids: readonly LineId[],
): Patch | undefined {
  const ranks = ranksAfter(draft, after, ids.length)
  if (!ranks) return undefined
  const inserted: Line[] = ids.map((id, i) => ({ id, rank: ranks[i] ?? 0, texts: {} }))
  return { changes: [], inserted, removed: [] }
}

/** Inserted lines with the texts that are written to them. */
export function withTexts(inserted: readonly Line[], writes: Writes): Line[] {
  return inserted.map(line => {
    const texts = writes.get(line.id)
    if (!texts) return line
    return { ...line, texts: withoutBlanks(texts) }
  })
}

/** Whether a line shows its own text in a column: it does not when a line above of its order shows the same text. */
export function showsOwnText(
  { draft, index, recordColumns }: EditContext,
  line: LineId,
  column: string,
): boolean {
  if (!recordColumns.has(column)) return true
  const firstLine = index.firstLineOf(line)
  if (firstLine === undefined || firstLine === line) return true
  const text = textAt(draft, line, column)
  if (isBlank(text)) return false
  const first = index.firstFilledLine(line, column) ?? line
  return first === line || textAt(draft, first, column).trim() !== text.trim()
}

/** The text of an order's column that counts for the order: that of its first line with a text. */
export function orderText({ draft, index }: EditContext, line: LineId, column: string): string {
  const decisive = index.firstFilledLine(line, column)
  return decisive === undefined ? '' : textAt(draft, decisive, column)
}

/** The text that a cell shows, for callers that read many cells and need no views of their lines. */
export const shownText = (context: EditContext, line: LineId, column: string): string =>
  showsOwnText(context, line, column) ? cellText(context, line, column) : ''

/** The lines that a patch removes and does not insert again. */
export function lostLines({ inserted, removed }: Patch): readonly Line[] {
  const moved = new Set(inserted.map(({ id }) => id))
  return removed.filter(({ id }) => !moved.has(id))
}

/** The texts of orders that lose the lines with them in a patch, as changes of the first line of each that remains. */
export function inheritedTexts(context: EditContext, patch: Patch): readonly LineChange[] {
  const lost = lostLines(patch)
  const ids = lost.map(({ id }) => id)
  return lost.length === 0 ? [] : removeKeepingOrders(context, ids).patch.changes
}
