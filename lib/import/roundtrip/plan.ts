import type { Steps } from '@/lib/sheet/codecs/steps'
import { firstFilled, isBlank } from '@/lib/sheet/schema/kinds'
import type { LineId, Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import type { ReimportedFile, ReimportedLine } from './read'

/** A cell that was corrected elsewhere. */
export interface ReimportedCell {
  readonly line: LineId
  readonly column: string
  /** The text in the draft now, and the text in the file. */
  readonly here: string
  readonly there: string
  /** The text at export time, if the cell was edited in the draft since. */
  readonly exported?: string
}

/** A row that has no line yet. */
export interface AddedRow {
  readonly row: number
  readonly texts: Texts
  /** The last line of the order that it belongs to; undefined: it is the first of a new one. */
  readonly after?: LineId
}

/** The changes that a reimported file would make; nothing is changed yet. */
export interface ReimportPlan {
  /** Cells that were edited only in the file. */
  readonly changed: readonly ReimportedCell[]
  /** Edited in the file and here, each to another text. */
  readonly conflicting: readonly ReimportedCell[]
  /** Rows that were added in the file. */
  readonly added: readonly AddedRow[]
  /** Added rows that repeat a line of their order, as those of an earlier reimport do: they are not added again. */
  readonly duplicates: readonly number[]
  /** Exported lines that the file no longer contains; they stay as they are. */
  readonly missing: readonly LineId[]
  /** Lines that were deleted from the draft, and registered lines: they stay unchanged. */
  readonly gone: readonly LineId[]
  readonly locked: readonly LineId[]
}

/** The draft into which a file is reimported. */
export interface ReimportDraft {
  /** The texts of a line now; undefined if the line is deleted. */
  texts(line: LineId): Texts | undefined
  /** The lines of the order that a line belongs to, from the first on. */
  orderOf(line: LineId): readonly LineId[]
  isLocked(line: LineId): boolean
  /** All lines; read only if rows were added. */
  lines(): Iterable<LineId>
}

/** Lines that are compared between two pauses. */
const LINES_PER_STEP = 50

function* forEachInSteps<T>(all: Iterable<T>, work: (one: T) => void): Steps<void> {
  let done = 0
  for (const one of all) {
    work(one)
    if (++done % LINES_PER_STEP === 0) yield
  }
}

/**
 * Compares the file with the texts at export time and with the draft: only edits in the file count, so edits in the
 * draft are kept. Record columns are compared per order, because rows may have been sorted and a text that many rows
 * repeat is corrected in one of them.
 */
export function* planReimportSteps(returned: ReimportedFile, draft: ReimportDraft): Steps<ReimportPlan> {
  // Without the texts at export time every difference from the draft counts as an edit in the file.
  const base = returned.base ?? (yield* currentTexts(returned.lines, draft))
  const { columns, key: number } = sheets[returned.sheet]
  const present = columns.filter(({ id }) => returned.columns.has(id))
  const record = present.filter(({ id, scope }) => scope === 'record' && id !== number).map(({ id }) => id)
  const own = present.filter(({ id, scope }) => scope === 'item' || id === number).map(({ id }) => id)
  const ownRows = yield* withOwnRows(returned.lines, base, own)
  const lines = yield* withTextsOfAddedRows(ownRows, base, record, number)
  const cells: ReimportedCell[] = []
  const orders = new Map<LineId, KeyedLine[]>()
  const keys = new Set<LineId>()
  const gone = new Set<LineId>()
  yield* forEachInSteps(lines.filter(isKeyed), line => {
    keys.add(line.key)
    if (draft.texts(line.key) === undefined) return void gone.add(line.key)
    cells.push(...ownCells(line, own, base, draft))
    const firstLine = draft.orderOf(line.key)[0] ?? line.key
    const order = orders.get(firstLine)
    if (order) order.push(line)
    else orders.set(firstLine, [line])
  })
  yield* forEachInSteps(orders.values(), order => {
    cells.push(...orderCells(order, record, base, draft))
  })
  const fresh = yield* planAdded(lines, base, own, number, draft)
  const locked = new Set(fresh.locked)
  const changed: ReimportedCell[] = []
  const conflicting: ReimportedCell[] = []
  yield* forEachInSteps(cells, cell => {
    if (draft.isLocked(cell.line)) locked.add(cell.line)
    else if (cell.exported === undefined) changed.push(cell)
    else conflicting.push(cell)
  })
  const missing: LineId[] = []
  yield* forEachInSteps(base.keys(), key => {
    if (!keys.has(key) && draft.texts(key) !== undefined) missing.push(key)
  })
  const { added, duplicates } = fresh
  return { changed, conflicting, added, duplicates, missing, gone: [...gone], locked: [...locked] }
}

type KeyedLine = ReimportedLine & { readonly key: LineId }

const isKeyed = (line: ReimportedLine): line is KeyedLine => line.key !== undefined

function* currentTexts(
  lines: readonly ReimportedLine[],
  draft: ReimportDraft,
): Steps<ReadonlyMap<LineId, Texts>> {
  const base = new Map<LineId, Texts>()
  yield* forEachInSteps(lines, ({ key }) => {
    if (key !== undefined) base.set(key, draft.texts(key) ?? {})
  })
  return base
}

/**
 * Gives each key to one row: rows that were copied in the other program share the key of their original. The unedited
 * row keeps it, because a copy may have been inserted above it; if all were edited, the first one.
 * @param own ids of the columns of a row: those of its item, and the number
 */
function* withOwnRows(
  lines: readonly ReimportedLine[],
  base: ReadonlyMap<LineId, Texts>,
  own: readonly string[],
): Steps<readonly ReimportedLine[]> {
  const copied = new Set(lines.flatMap(({ copyOf }) => copyOf ?? []))
  if (copied.size === 0) return lines
  const isUnedited = ({ texts, unknownColumns }: ReimportedLine, key: LineId) =>
    own.every(
      column =>
        unknownColumns?.includes(column) || isAlike(texts[column] ?? '', base.get(key)?.[column] ?? ''),
    )
  const ownRows = new Map<LineId, ReimportedLine>()
  yield* forEachInSteps(lines, line => {
    const { key, copyOf } = line
    if (key !== undefined && copied.has(key)) ownRows.set(key, line)
    const before = copyOf === undefined ? undefined : ownRows.get(copyOf)
    if (copyOf !== undefined && before && !isUnedited(before, copyOf) && isUnedited(line, copyOf))
      ownRows.set(copyOf, line)
  })
  return lines.map(line => {
    const { key, copyOf, ...row } = line
    const shared = key ?? copyOf
    const ownRow = shared === undefined ? undefined : ownRows.get(shared)
    if (!ownRow || shared === undefined) return line
    return ownRow === line ? { ...row, key: shared } : row
  })
}

/**
 * Gives the texts of an order back to the row that had them at export time, where an added row above it has them now.
 * An import gives the texts of an order to its first row, so that they would seem blanked in the other.
 * @param record ids of the columns of the order without `number`, the id of its number
 */
function* withTextsOfAddedRows(
  lines: readonly ReimportedLine[],
  base: ReadonlyMap<LineId, Texts>,
  record: readonly string[],
  number: string,
): Steps<readonly ReimportedLine[]> {
  if (lines.every(isKeyed)) return lines
  const added = new Map<string, Map<string, string>>()
  const next: ReimportedLine[] = []
  yield* forEachInSteps(lines, line => {
    const { key, texts } = line
    const above = added.get(texts[number]?.trim() ?? '') ?? new Map<string, string>()
    const moved: Record<string, string> = {}
    for (const column of record) {
      const text = texts[column] ?? ''
      if (key === undefined && !isBlank(text) && !above.has(column)) above.set(column, text)
      const before = above.get(column)
      const isKnown = !line.unknownColumns?.includes(column)
      if (
        key !== undefined &&
        before !== undefined &&
        isKnown &&
        isBlank(text) &&
        !isBlank(base.get(key)?.[column])
      )
        moved[column] = before
    }
    if (key === undefined && !isBlank(texts[number])) added.set(texts[number]?.trim() ?? '', above)
    next.push(Object.keys(moved).length === 0 ? line : { ...line, texts: { ...texts, ...moved } })
  })
  return next
}

/**
 * The order of each added row: that of its number, or without a number that of the row above. Of several orders with the
 * number it is the one above, if that has it.
 */
function* planAdded(
  lines: readonly ReimportedLine[],
  base: ReadonlyMap<LineId, Texts>,
  items: readonly string[],
  number: string,
  draft: ReimportDraft,
): Steps<Pick<ReimportPlan, 'added' | 'duplicates'> & { readonly locked: readonly LineId[] }> {
  const added: AddedRow[] = []
  const duplicates: number[] = []
  const locked: LineId[] = []
  const own = items.filter(column => column !== number)
  const isFresh = (line: ReimportedLine) =>
    !isKeyed(line) && Object.values(line.texts).some(text => !isBlank(text))
  if (!lines.some(isFresh)) return { added, duplicates, locked }
  const orders = yield* lineByNumber(draft, number)
  const textOf = (line: LineId | undefined) => (line === undefined ? undefined : draft.texts(line)?.[number])
  const numberOf = (line: LineId) => textOf(draft.orderOf(line).find(id => !isBlank(textOf(id))))?.trim()
  let above: LineId | undefined
  yield* forEachInSteps(lines, line => {
    const sheetNumber = line.texts[number]?.trim() ?? ''
    if (isKeyed(line)) above = draft.texts(line.key) && line.key
    if (!isFresh(line)) return
    if (sheetNumber !== '' && (above === undefined || numberOf(above) !== sheetNumber))
      above = orders.get(sheetNumber)
    const order = above === undefined ? [] : draft.orderOf(above)
    const last = order.at(-1)
    // A copied row that was not edited equals its original, now or at export time.
    const isSame = (id: LineId) =>
      [draft.texts(id), base.get(id)].some(
        texts =>
          texts && own.every(column => isBlank(line.texts[column]) || texts[column] === line.texts[column]),
      )
    if (order.some(isSame)) duplicates.push(line.row)
    else if (last !== undefined && draft.isLocked(last)) locked.push(last)
    else added.push({ row: line.row, texts: line.texts, ...(last !== undefined && { after: last }) })
  })
  return { added, duplicates, locked }
}

/** By number, a line of its order; of orders with the same number the last one. */
function* lineByNumber(draft: ReimportDraft, number: string): Steps<ReadonlyMap<string, LineId>> {
  const firstLines = new Map<string, LineId>()
  yield* forEachInSteps(draft.lines(), line => {
    const orderNumber = draft.texts(line)?.[number]?.trim() ?? ''
    if (orderNumber !== '') firstLines.set(orderNumber, line)
  })
  return firstLines
}

const ownCells = (
  { key, texts, unknownColumns }: KeyedLine,
  columns: readonly string[],
  base: ReadonlyMap<LineId, Texts>,
  draft: ReimportDraft,
): ReimportedCell[] =>
  columns.flatMap(column =>
    unknownColumns?.includes(column)
      ? []
      : cellOf(key, column, {
          there: texts[column] ?? '',
          exported: base.get(key)?.[column] ?? '',
          here: draft.texts(key)?.[column] ?? '',
        }),
  )

function orderCells(
  order: readonly KeyedLine[],
  columns: readonly string[],
  base: ReadonlyMap<LineId, Texts>,
  draft: ReimportDraft,
): ReimportedCell[] {
  const [first] = order
  if (!first) return []
  const lines = draft.orderOf(first.key)
  return columns.flatMap(column => {
    const exported = firstFilled(lines.map(line => base.get(line)?.[column]))
    // Lines that contradicted each other at export time still do.
    const edited = order.filter(({ key, texts }) => {
      const text = texts[column] ?? ''
      return !isBlank(text) && !isAlike(text, exported) && !isAlike(text, base.get(key)?.[column] ?? '')
    })
    const isBlankInFile = order.every(
      ({ texts, unknownColumns }) => isBlank(texts[column]) && !unknownColumns?.includes(column),
    )
    // A text that was only in rows that the file no longer has was not blanked: their lines stay.
    const blanked = isBlankInFile && order.some(({ key }) => !isBlank(base.get(key)?.[column]))
    const here = firstFilled(lines.map(line => draft.texts(line)?.[column]))
    const firstLine = lines.find(line => !isBlank(draft.texts(line)?.[column])) ?? lines[0] ?? first.key
    const there = blanked ? '' : (edited[0]?.texts[column] ?? exported)
    // Rows that were edited to different texts become contradicting lines.
    const others = edited.filter(({ texts }) => texts[column] !== there)
    return [
      ...cellOf(firstLine, column, { there, exported, here }),
      ...others.flatMap(({ key, texts }) =>
        cellOf(key, column, {
          there: texts[column] ?? '',
          exported,
          here: draft.texts(key)?.[column] ?? '',
        }),
      ),
    ]
  })
}

/** A cell whose text in the file differs from the exported text and from the draft's. */
function cellOf(
  line: LineId,
  column: string,
  { there, exported, here }: { there: string; exported: string; here: string },
): ReimportedCell[] {
  if (isAlike(there, exported) || isAlike(there, here)) return []
  return [isAlike(here, exported) ? { line, column, here, there } : { line, column, here, there, exported }]
}

/** Normalises line ends, which spreadsheets change. */
const isAlike = (a: string, b: string): boolean => a === b || withUnixNewlines(a) === withUnixNewlines(b)

const withUnixNewlines = (text: string): string => text.replaceAll(/\r\n?/g, '\n')
