import * as z from 'zod'
import type { LineId, Texts } from '@/lib/sheet/draft'
import { findSheet, type SheetId } from '@/lib/sheet/sheets'
import { marksOf, type OtherColumns } from './other-columns'
import type { Recipe } from './recipe'
import { recipeSchema } from './recipe-schema'
import { fedBy, type OutLayout, type OutLine } from './return-layout'
import { type Book, textsAt } from './table'
import type { TextSheet } from './write-workbook'

/** The hidden sheet by which a file is known when it comes back: what every line said when it left. */
export const MEMORY = '_lading'
/** First cell of that sheet. Files of the first kind had a row for each line, with JSON of its texts. */
const MARK = 'lading-return-2'
/** First cell of rows about columns that nothing takes. */
const OTHERS = 'others'
const FIRST_MARK = 'lading-return-1'
/** A cell of a spreadsheet holds 32,767 characters. */
const PIECE = 30_000
/** Lines that are written into one row: a spreadsheet opens few long texts sooner than many short ones. */
const TOGETHER = 100

/** What a file of ours knows of itself. */
export interface Memory {
  readonly draftId: string
  readonly draftName: string
  readonly sheet: SheetId
  readonly recipe: Recipe
  /** Columns of ours that were added behind those of the file. */
  readonly added: readonly string[]
  /** Headings as they left, with those of added columns. */
  readonly headings: readonly string[]
  /** What each line said. */
  readonly base: ReadonlyMap<LineId, Texts>
  /** What stood in columns that nothing takes; undefined in files that left before it was remembered. */
  readonly others: OtherColumns | undefined
}

interface Leaving extends Pick<Memory, 'draftId' | 'draftName' | 'sheet'> {
  readonly lines: readonly OutLine[]
}

/** The sheet that remembers what leaves. */
export function memoryOf({ draftId, draftName, sheet, lines }: Leaving, layout: OutLayout): TextSheet {
  const { headings, added, recipe, rows: written, said } = layout
  const others = othersOf(layout)
  const columns = new Set<string>()
  for (const texts of said) for (const id in texts) columns.add(id)
  function* rows(): Generator<readonly string[]> {
    yield [MARK, draftId, sheet, draftName]
    yield ['recipe', ...pieces(JSON.stringify(recipe))]
    yield ['added', ...added]
    yield ['headings', ...headings]
    yield ['columns', ...columns, ...added]
    for (let at = 0; at < lines.length; at += TOGETHER) {
      const some = lines.slice(at, at + TOGETHER).map(({ key, texts }, i) => {
        const here = said[at + i] ?? {}
        return [key, ...[...columns].map(id => here[id] ?? ''), ...added.map(id => texts[id] ?? '')]
      })
      yield ['lines', ...pieces(JSON.stringify(some))]
    }
    // Older versions read arrays alone, and pass this over.
    yield [OTHERS, ...pieces(JSON.stringify({ columns: others }))]
    if (others.length === 0) return
    for (let at = 0; at < lines.length; at += TOGETHER) {
      const some = lines.slice(at, at + TOGETHER)
      const marks = some.map(({ key }, i) => [key, marksOf(written[at + i] ?? [], others)])
      yield [OTHERS, ...pieces(JSON.stringify({ marks }))]
    }
  }
  return { name: MEMORY, isHidden: true, columns: [], rows: rows() }
}

/** Positions of the headings that nothing is taken from. */
function othersOf({ headings, added, recipe, sheet }: OutLayout): number[] {
  const names = headings.slice(0, headings.length - added.length)
  const fed = new Set(Object.values(fedBy(names, recipe, sheet)).flat())
  return names.flatMap((_, at) => (fed.has(at) ? [] : at))
}

function pieces(text: string): string[] {
  const parts: string[] = []
  for (let at = 0; at < text.length; at += PIECE) parts.push(text.slice(at, at + PIECE))
  return parts
}

/** What a book remembers. @returns undefined where it is no file of ours, or its hidden sheet was lost */
export function readMemory(book: Book): Memory | undefined {
  const kept = book.tables.find(
    ({ name, rows }) => name === MEMORY && [MARK, FIRST_MARK].includes(textsAt(rows, 0)[0] ?? ''),
  )
  const [mark, recipeRow, addedRow, headingsRow, ...rest] = kept?.rows.slice() ?? []
  const sheet = findSheet((mark?.[2] ?? '').split('/'))
  const recipe = recipeSchema.safeParse(parsed(recipeRow))
  if (!mark?.[1] || !sheet || !recipe.success) return undefined
  return {
    draftId: mark[1],
    draftName: mark[3] ?? '',
    sheet: sheet.id,
    recipe: recipe.data,
    added: (addedRow ?? []).slice(1).filter(id => id !== ''),
    headings: (headingsRow ?? []).slice(1),
    others: othersIn(rest),
    base: new Map(mark[0] === MARK ? linesIn(rest) : rest.map(row => [row[0] ?? '', texts(parsed(row))])),
  }
}

const marked = z.object({
  columns: z.array(z.int().min(0)).optional(),
  marks: z.array(z.tuple([z.string(), z.string()])).optional(),
})

function othersIn(rows: readonly (readonly string[])[]): OtherColumns | undefined {
  let columns: readonly number[] | undefined
  const marks = new Map<LineId, string>()
  for (const row of rows) {
    if (row[0] !== OTHERS) continue
    const read = marked.safeParse(parsed(row))
    if (!read.success) continue
    columns ??= read.data.columns
    for (const [key, mark] of read.data.marks ?? []) marks.set(key, mark)
  }
  return columns && { columns, marks }
}

function* linesIn([columnsRow, ...rows]: readonly (readonly string[])[]): Generator<[LineId, Texts]> {
  const columns = (columnsRow ?? []).slice(1)
  for (const row of rows) {
    const lines = parsed(row)
    if (Array.isArray(lines)) for (const line of lines) if (Array.isArray(line)) yield lineIn(line, columns)
  }
}

/** Nothing but texts is taken from a file, whoever wrote it. */
function lineIn(line: readonly unknown[], columns: readonly string[]): [LineId, Texts] {
  const said: Record<string, string> = {}
  for (let at = 0; at < columns.length; at++) {
    const text = line[at + 1]
    const id = columns[at]
    if (id && id !== '__proto__' && typeof text === 'string' && text !== '') said[id] = text
  }
  return [typeof line[0] === 'string' ? line[0] : '', said]
}

function parsed(row: readonly string[] | undefined): unknown {
  try {
    return JSON.parse((row ?? []).slice(1).join(''))
  } catch {
    return undefined
  }
}

function texts(value: unknown): Texts {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
