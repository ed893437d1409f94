import type { Column } from '@/lib/sheet/schema/columns'

/** Names of a column besides its path, in the words of operators and files: see `lib/words`. */
export type ColumnNames = (column: Column) => readonly string[]

/**
 * Reads the first row of a pasted block as a row of headings, in any order.
 * @returns for each cell the column that it names, or undefined for a heading that names none; undefined when the row is
 * data. A row is a heading when it contains a path, or when at least two cells and half of the filled ones name columns.
 */
export function readHeader(
  row: readonly string[],
  columns: readonly Column[],
  names: ColumnNames,
): (Column | undefined)[] | undefined {
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
  const filled = row.filter(cell => cell.trim() !== '')
  const known = filled.filter(cell => byName.has(foldName(cell)))
  const hasPath = filled.some(cell => paths.has(foldName(cell)) && cell.includes('.'))
  if (!hasPath && (known.length < 2 || known.length * 2 < filled.length)) return undefined
  return assign(row, byName, byId)
}

/** Assigns each column once. A name of several columns means the column in the group of its left neighbour. */
function assign(
  row: readonly string[],
  byName: ReadonlyMap<string, Column[]>,
  byId: ReadonlyMap<string, Column>,
): (Column | undefined)[] {
  const used = new Set<Column>()
  const only = (cell: string) => {
    const found = byName.get(foldName(cell)) ?? []
    return byId.get(cell.trim()) ?? (found.length === 1 ? found[0] : undefined)
  }
  for (const cell of row) {
    const column = only(cell)
    if (column) used.add(column)
  }
  let group = ''
  return row.map(cell => {
    const named = only(cell)
    if (named) {
      group = named.group
      return named
    }
    const found = byName.get(foldName(cell)) ?? []
    const free = found.filter(column => !used.has(column))
    const column = free.find(candidate => candidate.group === group) ?? free[0]
    if (column) {
      used.add(column)
      group = column.group
    }
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
  return name
    .normalize('NFKC')
    .replaceAll(/\([^)]*\)|（[^）]*）/g, '')
    .replaceAll(/\[\d+\]/g, '[]')
    .replaceAll(/[\s*\ufeff\u200b]/g, '')
    .toLowerCase()
}
