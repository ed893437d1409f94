import { type Book, type CellCount, type Table, textsAt } from '@/lib/files/book/book'
import type { ImportedTable } from '@/lib/import/lines/import-table'
import type { DetectedMapping } from '@/lib/import/match/detect-mapping'
import { storedText } from '@/lib/sheet/schema/choices/read-code'
import type { LineId, Texts } from '@/lib/sheet/schema/line'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import {
  ERROR_HEADING,
  KEY_HEADING,
  mappedColumns,
  ORDER_ID_HEADING,
  ROW_HEADING,
  readSheetTexts,
} from './layout'
import { MEMORY_SHEET, type RoundTripMemory, readMemory } from './memory'
import { OtherColumnsReader, type OtherEdits, UnsolvedCells } from './other-columns'

/** A row of a reimported file. */
export interface ReimportedLine {
  /** The line that the row was exported from; undefined for a row that was added. */
  readonly key?: LineId
  /** The line whose key an earlier row has as well, because one row is a copy of the other; such a row has no `key`. */
  readonly copyOf?: LineId
  /** Row number in the reimported file. */
  readonly row: number
  /** The row's texts in `columns`. */
  readonly texts: Texts
  /** Columns whose text depends on a formula without a result: they stay unchanged. */
  readonly unknownColumns?: readonly string[]
}

/** A file that was downloaded for correction, as it comes back. */
export interface ReimportedFile {
  /** Undefined if the hidden sheet is lost: the file may belong to any draft. */
  readonly draftId?: string
  readonly draftName?: string
  readonly sheet: SheetId
  /** Columns whose headings are all still in the file. */
  readonly columns: ReadonlySet<string>
  readonly lines: readonly ReimportedLine[]
  /** The texts of each line at export time; undefined if they are lost. */
  readonly base?: ReadonlyMap<LineId, Texts>
  /** Edits in columns that no field reads: they stay in the file. */
  readonly others: readonly OtherEdits[]
  /** Columns that no field reads and whose edits cannot be detected. */
  readonly uncompared: readonly string[]
  /** Formulas without a result. */
  readonly unsolved?: CellCount
}

/**
 * Reads a file of `writeRoundTrip`, even if another program saved it since.
 * @returns undefined for any other file, and for one without its hidden sheet
 */
export function readRoundTrip(book: Book): ReimportedFile | undefined {
  const memory = readMemory(book)
  const shown = book.tables.find(
    table => table.name !== MEMORY_SHEET && textsAt(table.rows, 0).includes(KEY_HEADING),
  )
  if (!memory || !shown) return undefined
  const { draftId, draftName, sheet, base } = memory
  return { draftId, draftName, sheet, base, ...readShownTable(shown, memory) }
}

/** Whether a file still has the keys of its lines. */
export const hasLineKeys = ({ headings }: DetectedMapping): boolean => headings.includes(KEY_HEADING)

/**
 * Reads an exported file without its hidden sheet, for example one saved as CSV, by the keys of its lines.
 * @param imported its import before blank cells are filled
 */
export function readByLineKeys(book: Book, { mapping, lines }: ImportedTable): ReimportedFile | undefined {
  const { headings, mapped, sheet } = mapping
  const taken = new Set(Object.values(mapped).flat())
  const keyAt = headings.indexOf(KEY_HEADING)
  const table = book.tables[mapping.table]
  if (keyAt === -1 || !table) return undefined
  const columns = new Set(Object.keys(mapped).filter(id => mapped[id]?.length))
  const keys = new Map(table.numbers.map((number, at) => [number, table.rows.at(at)?.at(keyAt) ?? '']))
  const seen = new Set<string>()
  const formulas = new UnsolvedCells(table)
  return {
    sheet,
    columns,
    others: [],
    uncompared: headings.filter((heading, at) => !taken.has(at) && !ADDED_HEADINGS.has(heading)),
    ...(table.unsolved && { unsolved: table.unsolved }),
    lines: lines.map(({ row, texts }) => {
      const key = keys.get(row) ?? ''
      const identity = identityOf(key, key !== '', seen)
      const mappedTexts = Object.entries(texts).filter(([id]) => mapped[id])
      const unknown = formulas.unknownColumnsIn(row, mapped)
      return { row, texts: Object.fromEntries(mappedTexts), ...identity, ...unknown }
    }),
  }
}

/** A row that was copied in the other program has the key of its original; `planReimportSteps` decides which one that is. */
function identityOf(
  key: string,
  isKnown: boolean,
  seen: Set<string>,
): Pick<ReimportedLine, 'key' | 'copyOf'> {
  if (!isKnown) return {}
  if (seen.has(key)) return { copyOf: key }
  seen.add(key)
  return { key }
}

/** The rows below the header, read by the current headings: columns may have been moved, removed or added. */
function readShownTable(
  table: Table,
  { headings: exported, base, ...layout }: RoundTripMemory,
): Pick<ReimportedFile, 'columns' | 'lines' | 'others' | 'uncompared' | 'unsolved'> {
  const { rows, numbers, unsolved } = table
  const header = textsAt(rows, 0)
  const keyAt = header.indexOf(KEY_HEADING)
  const names = exported.slice(0, exported.length - layout.added.length)
  // Headings may repeat: the nth heading with a name is the nth exported one.
  const nth = (at: number) => names.slice(0, at).filter(name => name === names[at]).length
  const there = names.flatMap((name, i) => {
    const at = nthIndex(header, name, nth(i))
    return at === -1 ? [] : [{ name, at, from: i }]
  })
  const { columns } = sheets[layout.sheet]
  const added = layout.added.flatMap((id, i) => {
    const at = header.lastIndexOf(exported[names.length + i] ?? '')
    return at === -1 ? [] : [{ id, at, column: columns.find(column => column.id === id) }]
  })
  const headings = there.map(({ name }) => name)
  const body = rows.slice(1)
  const places = there.map(({ at }) => at)
  const sheetTexts = readSheetTexts(
    body.map(row => places.map(at => row[at] ?? '')),
    headings,
    layout.recipe,
    layout.sheet,
  )
  const whole = mappedColumns(names, layout.recipe, layout.sheet)
  const still = mappedColumns(headings, layout.recipe, layout.sheet)
  const formulas = new UnsolvedCells(table)
  // The file's columns of each column of the sheet.
  const mapped: Record<string, readonly number[]> = Object.fromEntries(added.map(({ id, at }) => [id, [at]]))
  for (const [id, from] of Object.entries(still)) mapped[id] = from.map(at => places[at] ?? -1)
  const others = new OtherColumnsReader(formulas)
  const marked = (layout.others?.columns ?? []).map(from => ({
    heading: names[from] ?? '',
    place: there.find(one => one.from === from)?.at ?? -1,
  }))
  const known = new Set([...places, ...added.map(({ at }) => at)])
  const fresh = header.flatMap((heading, at) =>
    known.has(at) || ADDED_HEADINGS.has(heading) || heading.trim() === '' ? [] : [{ heading, place: at }],
  )
  const seen = new Set<string>()
  const lines = body.map((row, i): ReimportedLine => {
    const key = row[keyAt] ?? ''
    const number = numbers[i + 1] ?? i + 2
    const texts: Record<string, string> = sheetTexts[i] ?? {}
    for (const { id, at, column } of added) {
      const text = row[at] ?? ''
      texts[id] = text === base.get(key)?.[id] ? text : storedText(text, column)
    }
    const identity = identityOf(key, base.has(key), seen)
    const marks = identity.key === undefined ? undefined : layout.others?.marks.get(key)
    if (marks !== undefined) others.compare(row, number, marks, marked)
    others.addNewColumns(row, number, fresh)
    return { row: number, texts, ...identity, ...formulas.unknownColumnsIn(number, mapped) }
  })
  const present = Object.keys(still).filter(id => still[id]?.length === whole[id]?.length)
  return {
    columns: new Set([...present, ...added.map(({ id }) => id)]),
    lines,
    others: others.edits,
    uncompared: layout.others ? [] : names.filter((_, at) => !Object.values(whole).flat().includes(at)),
    ...(unsolved && { unsolved }),
  }
}

/** Headings that the export adds and that are not edited. */
const ADDED_HEADINGS: ReadonlySet<string> = new Set([
  KEY_HEADING,
  ERROR_HEADING,
  ROW_HEADING,
  ORDER_ID_HEADING,
])

function nthIndex(names: readonly string[], name: string, nth: number): number {
  let at = -1
  for (let left = nth; left >= 0; left--) {
    at = names.indexOf(name, at + 1)
    if (at === -1) return -1
  }
  return at
}
