import type { Matrix } from '@/lib/sheet/codecs/tsv'
import type { Column } from '@/lib/sheet/schema/columns'

/** Names of a column besides its path, in the words of operators and files: see `lib/words`. */
export type ColumnNames = (column: Column) => readonly string[]

/** A pasted block's row of headings. */
export interface BlockHeader {
  /** Its position in the block. */
  readonly at: number
  /** For each cell the column that it names, or undefined for a heading that names none. */
  readonly columns: readonly (Column | undefined)[]
  /** The headings that name no column. */
  readonly unknown: readonly string[]
  /** The headings whose column an earlier heading names. */
  readonly repeated: readonly string[]
  /** The texts of each row above it that has any. */
  readonly above: readonly string[]
}

/** Headings are searched in this many rows, of a pasted block as of a file. */
export const MAX_HEADER_ROWS = 20

/** Longer texts are not headings. In characters. */
const MAX_HEADING_LENGTH = 100

/**
 * Finds the row of headings in a pasted block, in any order. A row is one when it contains a path, or when at least two
 * cells and half of the filled ones name columns. Rows above it are notices: less than half as wide, and then a third
 * cell has to name a column, and a row has to follow.
 * @returns undefined when all rows are data
 */
export function findBlockHeader(
  block: Matrix,
  columns: readonly Column[],
  names: ColumnNames,
): BlockHeader | undefined {
  const index = indexNames(columns, names)
  let widest = 0
  const above: string[] = []
  const follows = (at: number) => block.slice(at + 1).some(row => row.some(isFilled))
  for (const [at, row] of block.slice(0, MAX_HEADER_ROWS).entries()) {
    const texts = row.filter(isFilled)
    const isFirst = above.length === 0
    if (texts.length > widest * 2 && isHeader(row, index, isFirst ? 2 : 3) && (isFirst || follows(at))) {
      const named = assign(row, index)
      const left = row.filter((cell, i) => isFilled(cell) && !named[i])
      const isRepeated = (cell: string) => index.byName.has(foldName(cell))
      return {
        at,
        columns: named,
        unknown: left.filter(cell => !isRepeated(cell)),
        repeated: left.filter(isRepeated),
        above,
      }
    }
    widest = Math.max(widest, texts.length)
    if (texts.length > 0) above.push(texts.join(' '))
  }
  return undefined
}

/**
 * Whether a row of headings is the sheet's own, perhaps with a few columns that were added: of five headings at most
 * one is unknown. Exports of shops have many more columns that the sheet does not know.
 */
export const isOwnHeader = ({ columns, unknown }: Pick<BlockHeader, 'columns' | 'unknown'>): boolean =>
  unknown.length * 4 <= columns.filter(column => column !== undefined).length

const isFilled = (cell: string): boolean => cell.trim() !== ''

/** The columns of a sheet by their folded names. */
interface NameIndex {
  readonly byName: ReadonlyMap<string, readonly Column[]>
  readonly byId: ReadonlyMap<string, Column>
  readonly paths: ReadonlySet<string>
}

function indexNames(columns: readonly Column[], names: ColumnNames): NameIndex {
  const byName = new Map<string, Column[]>()
  const byId = new Map(columns.map(column => [column.id, column]))
  const paths = new Set<string>()
  for (const column of columns) {
    for (const path of [column.id, column.id.replaceAll('[]', '')]) {
      paths.add(foldName(path))
      add(byName, foldName(path), column)
    }
    for (const name of names(column)) add(byName, foldName(name), column)
  }
  return { byName, byId, paths }
}

function isHeader(row: readonly string[], { byName, byId, paths }: NameIndex, least: number): boolean {
  const filled = row.filter(isFilled)
  const known = filled.filter(cell => byName.has(foldName(cell)))
  // A path without a point may be an ordinary word, unless it is written exactly as in the API: `warehouseId`.
  const hasPath = known.some(
    cell => byId.has(cell.trim()) || (paths.has(foldName(cell)) && cell.includes('.')),
  )
  return hasPath || (known.length >= least && known.length * 2 >= filled.length)
}

/** Assigns each column once. A name of several columns means the column in the group of its left neighbour. */
function assign(row: readonly string[], { byName, byId }: NameIndex): (Column | undefined)[] {
  const only = (cell: string) => {
    const found = byName.get(foldName(cell)) ?? []
    return byId.get(cell.trim()) ?? (found.length === 1 ? found[0] : undefined)
  }
  const reserved = new Set(row.map(only))
  const assigned = new Set<Column>()
  let group = ''
  return row.map(cell => {
    const found = byName.get(foldName(cell)) ?? []
    const free = found.filter(column => !reserved.has(column) && !assigned.has(column))
    const column = only(cell) ?? free.find(candidate => candidate.group === group) ?? free[0]
    if (!column) return undefined
    group = column.group
    if (assigned.has(column)) return undefined
    assigned.add(column)
    return column
  })
}

function add(map: Map<string, Column[]>, name: string, column: Column): void {
  const columns = map.get(name) ?? []
  map.set(name, columns)
  if (!columns.includes(column)) columns.push(column)
}

/** Folds width and case; drops stars, notes in brackets, blanks and byte order marks. Paths keep their `[]`. */
function foldName(name: string): string {
  if (name.length > MAX_HEADING_LENGTH) return name
  return name
    .normalize('NFKC')
    .replaceAll(/\([^)]*\)|（[^）]*）/g, '')
    .replaceAll(/\[\d+\]/g, '[]')
    .replaceAll(/[\s*\ufeff\u200b]/g, '')
    .toLowerCase()
}
