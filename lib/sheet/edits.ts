import { Changes } from './changes'
import {
  type Draft,
  type Line,
  type LineId,
  type Patch,
  ranksAfter,
  type Texts,
  textAt,
  withoutBlanks,
} from './draft'
import type { Order } from './grouping'
import { isBlank } from './kinds'
import type { OrdersIndex } from './orders-index'

/** What an edit needs to know of the sheet around it. */
export interface EditContext {
  readonly draft: Draft
  readonly index: OrdersIndex
  /** Ids of the columns that belong to the whole order. */
  readonly record: ReadonlySet<string>
  /** Ids of all columns of the sheet. */
  readonly known: ReadonlySet<string>
  /** Lines at, or maybe at, the service: never touched. */
  readonly isLocked: (line: LineId) => boolean
  /** Lines of orders whose number another draft holds: only the number may be written, and by itself. */
  readonly isHeldElsewhere: (line: LineId) => boolean
  /** The column of the number. */
  readonly key: string
}

/** New texts for cells: by line, by column. */
export type Writes = ReadonlyMap<LineId, Texts>

/** An edit's patch, and how many cells it left alone because their lines are locked. */
export interface Edit {
  readonly patch: Patch
  readonly refused: number
}

/**
 * Writes texts into cells of lines that exist. An order's cell is shown once but its text may stand on several
 * lines (exports repeat it): where the shown text changes, the repeats change with it, else the order would
 * contradict itself in cells that nobody sees. Repeats on lines that are locked stay.
 * @param columns the columns of every line's texts, where all are known to have the same
 */
export function write(context: EditContext, writes: Writes, columns?: readonly string[]): Edit {
  const { draft, index, record, isLocked } = context
  const changes = new Changes(draft)
  // In a block all lines of an order are written, and nothing is left to follow.
  const isLeft = (other: LineId) => !(columns && writes.has(other)) && !isLocked(other)
  let order: Order | undefined
  let refused = 0
  for (const [line, texts] of writes) {
    if (isLocked(line) || (!isNumberAlone(texts, context) && context.isHeldElsewhere(line))) {
      refused += Object.keys(texts).length
      continue
    }
    const now = draft.lines.get(line)?.texts
    if (!now || !changes.write(line, texts, columns)) continue
    // Lines of one order most often come one after the other.
    if (!order?.lines.includes(line)) order = index.orderOf(line)
    const lines = order?.lines ?? []
    if (!lines.some(other => other !== line && isLeft(other))) continue
    const others = lines
      .filter(other => other !== line && isLeft(other))
      .map(id => ({ id, written: writes.get(id) }))
    for (const column in texts) {
      if (!record.has(column) || others.every(({ written }) => written?.[column] !== undefined)) continue
      const was = now[column]
      if (isBlank(was) || texts[column] === was) continue
      if (lines.find(id => !isBlank(textAt(draft, id, column))) !== line) continue
      for (const { id, written } of others)
        if (written?.[column] === undefined && textAt(draft, id, column) === was)
          changes.write(id, { [column]: texts[column] ?? '' })
    }
  }
  return { patch: { changes: changes.list(), inserted: [], removed: [] }, refused }
}

/**
 * Whether a number is all that is written into a line. Other texts beside it would be those of another order: what was
 * registered elsewhere would go out once more under its number.
 */
function isNumberAlone(texts: Texts, { key }: EditContext): boolean {
  for (const column in texts) if (column !== key) return false
  return true
}

/**
 * Removes lines. When an order loses the lines that carry its own cells and keeps others, those texts move to
 * the first line that stays, unless it is locked: items never slide to the order above.
 */
export function remove(context: EditContext, ids: readonly LineId[]): Edit {
  const { draft, index, record, isLocked } = context
  const gone = new Set(ids.filter(id => draft.lines.has(id) && !isLocked(id)))
  const changes = new Changes(draft)
  const seen = new Set<LineId>()
  for (const id of gone) {
    const order = index.orderOf(id)
    if (!order || seen.has(order.lead)) continue
    seen.add(order.lead)
    const heir = order.lines.find(line => !gone.has(line))
    if (heir === undefined || isLocked(heir)) continue
    for (const column of [...record, ...unseen(context, order)]) {
      const source = order.lines.find(line => !isBlank(textAt(draft, line, column)))
      if (source === undefined || !gone.has(source) || !isBlank(textAt(draft, heir, column))) continue
      changes.write(heir, { [column]: textAt(draft, source, column) })
    }
  }
  const removed = [...gone].flatMap(id => draft.lines.get(id) ?? [])
  const refused = ids.filter(id => isLocked(id)).length
  return { patch: { changes: changes.list(), inserted: [], removed }, refused }
}

/** Columns of another sheet that an order carries along unseen, and that belong to it as a whole. */
function unseen({ draft, known }: EditContext, { lines }: Order): ReadonlySet<string> {
  const ids = lines.flatMap(line => Object.keys(draft.lines.get(line)?.texts ?? {}))
  return new Set(ids.filter(id => !known.has(id) && !id.includes('[]')))
}

/** Inserts blank lines after a line (null: at the top), under the given ids. Undefined when there is no rank left. */
export function insert(draft: Draft, after: LineId | null, ids: readonly LineId[]): Patch | undefined {
  const ranks = ranksAfter(draft, after, ids.length)
  if (!ranks) return undefined
  const inserted: Line[] = ids.map((id, i) => ({ id, rank: ranks[i] ?? 0, texts: {} }))
  return { changes: [], inserted, removed: [] }
}

/** One patch out of an insertion and writes to the lines it brings: they arrive with their texts. */
export function withTexts(inserted: readonly Line[], writes: Writes): Line[] {
  return inserted.map(line => {
    const texts = writes.get(line.id)
    if (!texts) return line
    return { ...line, texts: withoutBlanks(texts) }
  })
}
