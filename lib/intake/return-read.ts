import type { LineId, Texts } from '@/lib/sheet/draft'
import type { SheetId } from '@/lib/sheet/sheets'
import type { Imported, Understood } from './imported'
import { type OtherEdits, OtherReader, UnsolvedCells } from './other-columns'
import { ERROR_HEADING, fedBy, KEY_HEADING, ROW_HEADING, readRows } from './return-layout'
import { MEMORY, type Memory, readMemory } from './return-memory'
import { type Book, type CellCount, type Table, textsAt } from './table'

/** A row of a file that came back. */
export interface ReturnedLine {
  /** The line it was written from; undefined: somebody added it. */
  readonly key?: LineId
  /** Row of the file that came back. */
  readonly row: number
  /** What it says in the columns that the file speaks of. */
  readonly texts: Texts
  /** Columns of which it says nothing, because they hang on a formula without a result: they stay as they were. */
  readonly unsaid?: readonly string[]
}

/** A file of ours that came back. */
export interface Returned {
  /** Undefined where the hidden sheet was lost: any draft may be meant. */
  readonly draftId?: string
  /** How that draft was called. */
  readonly draftName?: string
  readonly sheet: SheetId
  /** Columns that it speaks of: all that its texts are made of is still in it. */
  readonly columns: ReadonlySet<string>
  readonly lines: readonly ReturnedLine[]
  /** What each line said when it left; undefined where that was lost. */
  readonly base?: ReadonlyMap<LineId, Texts>
  /** What was edited in columns that nothing here takes: it stays in the file. */
  readonly others: readonly OtherEdits[]
  /** Columns that nothing here takes, of which nobody knows whether they were edited. */
  readonly uncompared: readonly string[]
  /** Formulas without a result. */
  readonly unsolved?: CellCount
}

/**
 * Knows a file that `writeReturn` wrote, whatever program saved it since, and reads what it says now.
 * @returns undefined for any other file, and for one whose hidden sheet was lost
 */
export function readReturn(book: Book): Returned | undefined {
  const memory = readMemory(book)
  const shown = book.tables.find(
    table => table.name !== MEMORY && textsAt(table.rows, 0).includes(KEY_HEADING),
  )
  if (!memory || !shown) return undefined
  const { draftId, draftName, sheet, base } = memory
  return { draftId, draftName, sheet, base, ...read(shown, memory) }
}

/** Whether a file has the keys of lines that it left with. */
export const isKeyed = ({ headings }: Understood): boolean => headings.includes(KEY_HEADING)

/**
 * Knows a file of ours that lost its hidden sheet, as it does when it is saved as CSV, by the keys of its lines.
 * @param imported what it was understood to say, before anything was filled
 */
export function readKeyed(book: Book, { understood, lines }: Imported): Returned | undefined {
  const { headings, fed, sheet } = understood
  const taken = new Set(Object.values(fed).flat())
  const keyAt = headings.indexOf(KEY_HEADING)
  const table = book.tables[understood.table]
  if (keyAt === -1 || !table) return undefined
  const columns = new Set(Object.keys(fed).filter(id => fed[id]?.length))
  const keys = new Map(table.numbers.map((number, at) => [number, table.rows.at(at)?.at(keyAt) ?? '']))
  const seen = new Set<string>()
  const formulas = new UnsolvedCells(table)
  return {
    sheet,
    columns,
    others: [],
    uncompared: headings.filter((heading, at) => !taken.has(at) && !OWN.has(heading)),
    ...(table.unsolved && { unsolved: table.unsolved }),
    lines: lines.map(({ row, texts }) => {
      const key = keys.get(row) ?? ''
      const isOwn = key !== '' && !seen.has(key)
      seen.add(key)
      const said = Object.entries(texts).filter(([id]) => fed[id])
      const unsaid = formulas.fedBy(row, fed)
      return { row, texts: Object.fromEntries(said), ...(isOwn && { key }), ...unsaid }
    }),
  }
}

/** The rows below the header, read by the headings of today: columns may have been moved, taken out or put in. */
function read(
  table: Table,
  { headings: left, base, ...layout }: Memory,
): Pick<Returned, 'columns' | 'lines' | 'others' | 'uncompared' | 'unsolved'> {
  const { rows, numbers, unsolved } = table
  const header = textsAt(rows, 0)
  const keyAt = header.indexOf(KEY_HEADING)
  const names = left.slice(0, left.length - layout.added.length)
  // Headings may repeat: the nth of a name is the nth that left.
  const nth = (at: number) => names.slice(0, at).filter(name => name === names[at]).length
  const there = names.flatMap((name, i) => {
    const at = nthIndex(header, name, nth(i))
    return at === -1 ? [] : [{ name, at, from: i }]
  })
  const added = layout.added.flatMap((id, i) => {
    const at = header.lastIndexOf(left[names.length + i] ?? '')
    return at === -1 ? [] : [{ id, at }]
  })
  const headings = there.map(({ name }) => name)
  const body = rows.slice(1)
  const places = there.map(({ at }) => at)
  const said = readRows(
    body.map(row => places.map(at => row[at] ?? '')),
    headings,
    layout.recipe,
    layout.sheet,
  )
  const whole = fedBy(names, layout.recipe, layout.sheet)
  const still = fedBy(headings, layout.recipe, layout.sheet)
  const formulas = new UnsolvedCells(table)
  // Where each column's text stands in this file.
  const fed: Record<string, readonly number[]> = Object.fromEntries(added.map(({ id, at }) => [id, [at]]))
  for (const [id, from] of Object.entries(still)) fed[id] = from.map(at => places[at] ?? -1)
  const others = new OtherReader(formulas)
  const marked = (layout.others?.columns ?? []).map(from => ({
    heading: names[from] ?? '',
    place: there.find(one => one.from === from)?.at ?? -1,
  }))
  const known = new Set([...places, ...added.map(({ at }) => at)])
  const fresh = header.flatMap((heading, at) =>
    known.has(at) || OWN.has(heading) || heading.trim() === '' ? [] : [{ heading, place: at }],
  )
  const seen = new Set<string>()
  const lines = body.map((row, i): ReturnedLine => {
    const key = row[keyAt] ?? ''
    const number = numbers[i + 1] ?? i + 2
    const texts: Record<string, string> = said[i] ?? {}
    for (const { id, at } of added) texts[id] = row[at] ?? ''
    // A row that was copied in the other program bears the key of its original.
    const isOwn = base.has(key) && !seen.has(key)
    seen.add(key)
    const marks = isOwn ? layout.others?.marks.get(key) : undefined
    if (marks !== undefined) others.compare(row, number, marks, marked)
    others.take(row, number, fresh)
    return { row: number, texts, ...(isOwn && { key }), ...formulas.fedBy(number, fed) }
  })
  const spoken = Object.keys(still).filter(id => still[id]?.length === whole[id]?.length)
  return {
    columns: new Set([...spoken, ...added.map(({ id }) => id)]),
    lines,
    others: others.edits,
    uncompared: layout.others ? [] : names.filter((_, at) => !Object.values(whole).flat().includes(at)),
    ...(unsolved && { unsolved }),
  }
}

/** Headings that we add, and whose texts nobody is asked to edit. */
const OWN: ReadonlySet<string> = new Set([KEY_HEADING, ERROR_HEADING, ROW_HEADING])

function nthIndex(names: readonly string[], name: string, nth: number): number {
  let at = -1
  for (let left = nth; left >= 0; left--) {
    at = names.indexOf(name, at + 1)
    if (at === -1) return -1
  }
  return at
}
