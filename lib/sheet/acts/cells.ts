import { finish, ROWS_PER_STEP, type Steps } from '@/lib/sheet/codecs/steps'
import type { Matrix } from '@/lib/sheet/codecs/tsv'
import { type LineChange, type Patch, ranksAfter } from '@/lib/sheet/draft/draft'
import { placeLines } from '@/lib/sheet/draft/place-lines'
import { cellText, type Writes, withoutReadOnly, withTexts, writeTextsSteps } from '@/lib/sheet/orders/edits'
import { storedText } from '@/lib/sheet/schema/choices/read-code'
import type { Column } from '@/lib/sheet/schema/columns'
import { isBlank, sentAs } from '@/lib/sheet/schema/kinds'
import type { CellAddress, Line, LineId, Texts } from '@/lib/sheet/schema/line'
import { shownColumnsOf } from '@/lib/sheet/schema/sheets'
import { type CellRange, joinRanges, type Screen } from '@/lib/sheet/view/ranges'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { type PastePlan, type PasteTarget, planPasteSteps } from './paste'
import type { ColumnNames } from './paste-header'

export type NewId = () => LineId

/** Result of an act, for its announcement. */
export interface ActResult {
  /** How many cells were not written because they are locked: their orders are, or may be, at the service. */
  readonly locked: number
  /** The texts that were not written because their column is read-only. */
  readonly readOnly: readonly string[]
}

/** Result of writing texts into cells. */
export interface WriteResult extends ActResult {
  /** How many of the cells have another text since. */
  readonly written: number
}

/**
 * Blank rows below the last line, so that there is always a row to type and paste into. They become lines of the draft
 * when a text is written into them.
 */
export interface PlaceholderRows {
  readonly ids: readonly LineId[]
  /** Rows that are no longer shown. What was typed into one before becomes a line below the last one. */
  readonly dropped?: ReadonlySet<LineId>
}

/** Writes texts into cells of lines and placeholder rows as one undoable act. */
export function writeCells(
  workbook: Workbook,
  placeholders: PlaceholderRows,
  writes: Writes,
  at: CellAddress | null,
): WriteResult {
  workbook.finishActs()
  const { patch, locked, readOnly } = finish(writeSteps(workbook, placeholders, writes))
  workbook.perform(patch, at)
  return { locked, readOnly, written: finish(countWrittenSteps(patch, writes)) }
}

/** Texts for more lines are written gradually: for 30,000 lines of all columns that took 0.3 seconds. */
const MAX_LINES_AT_ONCE = 2000

/**
 * `writeCells` for any number of lines: texts for thousands of them are written gradually, so that the browser can
 * paint meanwhile. A cell that a colleague changes before its turn keeps the colleague's text.
 * @param onEnd called once the texts are written
 * @returns whether they are written later; if not, `onEnd` was called
 */
export function writeCellsGradually(
  workbook: Workbook,
  placeholders: PlaceholderRows,
  writes: Writes,
  at: CellAddress | null,
  onEnd: (result: WriteResult) => void,
): boolean {
  if (writes.size <= MAX_LINES_AT_ONCE) {
    onEnd(writeCells(workbook, placeholders, writes, at))
    return false
  }
  workbook.finishActs()
  let result: WriteResult = { locked: 0, readOnly: [], written: 0 }
  const steps = function* () {
    const { patch, ...others } = yield* writeSteps(workbook, placeholders, writes)
    result = { ...others, written: yield* countWrittenSteps(patch, writes) }
    return { patch, at }
  }
  workbook.performGradually(steps(), () => onEnd(result))
  return true
}

/** Counts the cells of `writes` that a patch changes: not the repeats of a text that change with it. */
function* countWrittenSteps({ changes, inserted }: Patch, writes: Writes): Steps<number> {
  let written = 0
  let count = 0
  const add = function* (line: LineId, before: Texts, after: Texts): Steps<void> {
    if (++count % ROWS_PER_STEP === 0) yield
    for (const column in writes.get(line))
      if ((after[column] ?? before[column] ?? '') !== (before[column] ?? '')) written++
  }
  for (const { line, before, after } of changes) yield* add(line, before, after)
  for (const { id, texts } of inserted) yield* add(id, {}, texts)
  return written
}

/**
 * The patch that writes texts into lines and placeholder rows.
 * @param columns the columns of the texts, when all lines have the same
 */
function* writeSteps(
  workbook: Workbook,
  placeholders: PlaceholderRows,
  writes: Writes,
  columns?: readonly string[],
): Steps<ActResult & { readonly patch: Patch }> {
  const { writes: own, dropped } = withoutReadOnly(workbook.edits, writes)
  const { readOnly } = workbook.edits
  const ownColumns = columns?.filter(id => id !== readOnly?.id)
  const { patch, locked } = yield* writeTextsSteps(workbook.edits, own, ownColumns)
  yield
  const filled = yield* fillPlaceholders(workbook, placeholders, own, patch.changes)
  return { patch: filled, locked, readOnly: dropped }
}

/**
 * Adds the placeholder rows that `writes` fill, those above them, and dropped ones, as lines after the last one. Lines
 * without a number are items of the order above them on the screen, which in a sorted or filtered sheet is not the last
 * one of the draft.
 */
function* fillPlaceholders(
  workbook: Workbook,
  placeholders: PlaceholderRows,
  writes: Writes,
  changes: readonly LineChange[],
): Steps<Patch> {
  const { draft, visible, sheet } = workbook
  const isFilled = (id: LineId) => Object.values(writes.get(id) ?? {}).some(text => text !== '')
  const { dropped: gone } = placeholders
  const dropped = gone?.size
    ? [...writes.keys()].filter(id => gone.has(id) && isFilled(id) && !draft.lines.has(id))
    : []
  const ids = [...placeholders.ids.slice(0, placeholders.ids.findLastIndex(isFilled) + 1), ...dropped]
  const last = draft.order.at(-1) ?? null
  const ranks = ranksAfter(draft, last, ids.length) ?? []
  const lines: Line[] = []
  for (let from = 0; from < ids.length; from += ROWS_PER_STEP) {
    yield
    const some = ids.slice(from, from + ROWS_PER_STEP)
    const blank = some.map((id, i): Line => ({ id, rank: ranks[from + i] ?? 0, texts: {} }))
    for (const line of withTexts(blank, writes)) lines.push(line)
  }
  const above = visible.at(-1) ?? last
  if (above === last || above === null || last === null) return { changes, inserted: lines, removed: [] }
  const numbered = lines.findIndex(({ texts }) => !isBlank(texts[sheet.key]))
  const items = ids.slice(0, numbered === -1 ? undefined : numbered).findLastIndex(isFilled) + 1
  const placed = new Map([
    [above, lines.slice(0, items)],
    [last, lines.slice(items)],
  ])
  return placeLines(draft, changes, placed)
}

/** The writes of one text into all cells of some ranges, except read-only ones; where it names a code, that code. */
export function sameText(screen: Screen, ranges: readonly CellRange[], text: string): Writes {
  const writes = new Map<LineId, Texts>()
  for (const { top, bottom, left, right } of ranges) {
    const texts = Object.fromEntries(
      screen.columns
        .slice(left, right + 1)
        .filter(column => !column.isReadOnly)
        .map(column => [column.id, storedText(text, column)]),
    )
    for (const line of screen.rows.slice(top, bottom + 1)) {
      const known = writes.get(line)
      writes.set(line, known ? { ...known, ...texts } : texts)
    }
  }
  return writes
}

/** A block of cells that is being copied: the lines with their texts at that time; undefined for a placeholder row. */
export interface CopiedCells {
  readonly lines: readonly (readonly [LineId, Texts | undefined])[]
  readonly columns: readonly Column[]
}

/** The cells of some ranges; undefined when the ranges are not one block. */
export function copiedCellsOf(
  workbook: Workbook,
  screen: Screen,
  ranges: readonly CellRange[],
): CopiedCells | undefined {
  const joined = joinRanges(ranges)
  if (!joined) return undefined
  return {
    lines: joined.rows.map(at => {
      const line = screen.rows[at] ?? ''
      return [line, workbook.draft.lines.get(line)?.texts]
    }),
    columns: joined.columns.flatMap(at => screen.columns[at] ?? []),
  }
}

/** The texts of copied cells for the clipboard, codes as they are sent. */
export function* blockSteps(workbook: Workbook, { lines, columns }: CopiedCells): Steps<Matrix> {
  const rows: string[][] = []
  for (const [line, texts] of lines) {
    rows.push(
      columns.map(column =>
        column.isReadOnly
          ? cellText(workbook.edits, line, column.id)
          : copiedText(texts?.[column.id] ?? '', column),
      ),
    )
    if (rows.length % ROWS_PER_STEP === 0) yield
  }
  return rows
}

/** Other programs know codes, and not the words of a screen: 예 is copied as `true`. */
function copiedText(text: string, column: Column): string {
  const isCode = column.kind === 'flag' || column.kind === 'choice'
  return (isCode ? sentAs(text, column) : undefined) ?? text
}

/** What a paste did. */
export interface PasteResult extends ActResult {
  readonly plan: PastePlan
  /** The first texts for cells that are locked. */
  readonly firstLocked: readonly string[]
  /** Numbers that are sent in another spelling than the pasted one: how many, and the first of them. */
  readonly respelled: { readonly cells: number; readonly text: string; readonly sent: string }
}

/** A paste that is ready to be applied. */
export interface PreparedPaste {
  readonly patch: Patch
  /** The first cell that gets a text; null where none does. */
  readonly at: CellAddress | null
  readonly result: PasteResult
}

/**
 * Prepares the paste of a block, with pauses. Lines are added as needed. Texts are pasted verbatim, except the names of
 * codes; the plan lists both those and texts without a column.
 */
export function* preparePaste(
  workbook: Workbook,
  placeholders: PlaceholderRows,
  block: Matrix,
  target: PasteTarget,
  names: ColumnNames,
  newId: NewId,
): Steps<PreparedPaste> {
  const plan = yield* planPasteSteps(block, target, shownColumnsOf(workbook.sheet), names)
  const extra: LineId[] = []
  while (extra.length < plan.extra) {
    extra.push(newId())
    if (extra.length % ROWS_PER_STEP === 0) yield
  }
  const lineAt = (at: number) => target.rows[at] ?? extra[at - target.rows.length] ?? ''
  const planned = new Map<LineId, Texts>()
  for (const { at, texts } of plan.rows) planned.set(lineAt(at), texts)
  yield
  const { writes, dropped } = withoutReadOnly(workbook.edits, planned)
  const column = target.columns[plan.received.left]
  const at = column ? { line: lineAt(plan.received.top), column: column.id } : null
  yield
  const firstLocked = firstLockedTexts(workbook, writes)
  yield
  const respelled = yield* respelledIn(workbook, writes)
  const all = { ids: [...placeholders.ids, ...extra] }
  const { patch, locked } = yield* writeSteps(workbook, all, writes, plan.columns)
  return { patch, at, result: { plan, firstLocked, respelled, locked, readOnly: dropped } }
}

function firstLockedTexts(workbook: Workbook, writes: Writes): string[] {
  const first: string[] = []
  for (const [line, texts] of writes) {
    if (!workbook.isFixed(line)) continue
    first.push(...Object.values(texts).filter(text => text !== ''))
    if (first.length >= 3) break
  }
  return first.slice(0, 3)
}

function* respelledIn(workbook: Workbook, writes: Writes): Steps<PasteResult['respelled']> {
  const columns = workbook.sheet.columns.filter(({ kind }) => kind === 'number' || kind === 'integer')
  let found = { cells: 0, text: '', sent: '' }
  let count = 0
  for (const [line, texts] of writes) {
    if (++count % ROWS_PER_STEP === 0) yield
    for (const column of columns) {
      const text = texts[column.id]
      const sent = text === undefined ? undefined : sentAs(text, column)
      if (text === undefined || sent === undefined || workbook.isFixed(line)) continue
      found = found.cells === 0 ? { cells: 1, text, sent } : { ...found, cells: found.cells + 1 }
    }
  }
  return found
}
