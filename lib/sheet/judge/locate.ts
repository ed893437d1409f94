import { type Draft, textAt } from '@/lib/sheet/draft/draft'
import type { Column } from '@/lib/sheet/schema/columns'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { CellAddress, LineId } from '@/lib/sheet/schema/line'
import type { Sheet } from '@/lib/sheet/schema/sheets'

/**
 * Where a failure belongs: one cell; several cells, at least one of them meant; or a whole line when no cell fits.
 * No failure is ever dropped.
 */
export type FailureLocation =
  | { readonly cells: readonly [CellAddress, ...CellAddress[]] }
  | { readonly line: LineId }

/**
 * Finds the cells that a service means by `errorField`. Services spell it differently, so the spellings are tried in
 * turn (docs/decisions/0003): a path of the contract → the same with `data[i].`, dots, brackets, slashes or another
 * case → the end of a path (`zipCode`, `items.price` without an index) → the line.
 * @param lines the lines of the order as it was sent (the receipt); deleted lines are skipped
 * @param names columns that operators assigned to fields of this service; they take precedence
 */
export function locate(
  errorField: string,
  lines: readonly LineId[],
  draft: Draft,
  sheet: Sheet,
  names: FieldNames = noFieldNames,
): FailureLocation {
  const isAlive = (line: LineId) => draft.lines.has(line)
  const { item } = meaningOf(errorField, sheet)
  // An order of thousands of items has a failure for each of them: one that names its item must not search all lines.
  const firstLine = () => lines.find(isAlive) ?? lines[0] ?? ''
  const itemLines = item === undefined ? lines : lines.slice(item, item + 1)
  const cells = columnsMeant(errorField, sheet, names).flatMap(column => {
    if (column.scope === 'record')
      return [{ line: sourceLine(column, lines, draft) ?? firstLine(), column: column.id }]
    return itemLines.filter(isAlive).map(line => ({ line, column: column.id }))
  })
  const [first, ...rest] = cells
  if (first) return { cells: [first, ...rest] }
  const itemLine = item === undefined ? undefined : itemLines.find(isAlive)
  return { line: itemLine ?? firstLine() }
}

/** Columns by the names that a service has for them, in the form of `fieldKey`. */
export type FieldNames = ReadonlyMap<string, string>

export const noFieldNames: FieldNames = new Map()

/**
 * The name of a field at a service, without positions and in one spelling, so that an assignment holds for all orders.
 */
export const fieldKey = (errorField: string, sheet: Sheet): string => meaningOf(errorField, sheet).key

/**
 * The columns that a service means by a field: the one that operators assigned to it, else those of its spelling;
 * several where it may be any of them.
 */
export function columnsMeant(errorField: string, sheet: Sheet, names: FieldNames): readonly Column[] {
  const { key, columns } = meaningOf(errorField, sheet)
  const assigned = names.size === 0 ? undefined : names.get(key)
  return assigned === undefined ? columns : sheet.columns.filter(({ id }) => id === assigned)
}

/** The columns that the spelling of a field names; several where the service may mean any of them. */
export const columnsNamed = (errorField: string, sheet: Sheet): readonly Column[] =>
  columnsMeant(errorField, sheet, noFieldNames)

/** The position of the item that a service means by a field, among those of its order; undefined: it names none. */
export const itemNamed = (errorField: string, sheet: Sheet): number | undefined =>
  meaningOf(errorField, sheet).item

interface Meaning {
  readonly key: string
  readonly columns: readonly Column[]
  /** Position of the line that is meant, among those of its order. */
  readonly item: number | undefined
}

/** Spellings that are cached: services invent their own, with positions in them. */
const MAX_CACHED_SPELLINGS = 2000
const meanings = new WeakMap<Sheet, Map<string, Meaning>>()

/** What a field means. Thousands of failing orders name the same few fields, so meanings are cached. */
function meaningOf(errorField: string, sheet: Sheet): Meaning {
  const meaningsOfSheet = meanings.get(sheet) ?? new Map<string, Meaning>()
  meanings.set(sheet, meaningsOfSheet)
  const before = meaningsOfSheet.get(errorField)
  if (before) return before
  const { names, item } = readPath(errorField, sheet)
  const meaning = { key: names.join('.'), columns: match(names, sheet), item }
  if (meaningsOfSheet.size >= MAX_CACHED_SPELLINGS) meaningsOfSheet.clear()
  meaningsOfSheet.set(errorField, meaning)
  return meaning
}

/** The line whose text was sent for a cell of the order: the first one with a text; deleted lines have none. */
function sourceLine(column: Column, lines: readonly LineId[], draft: Draft): LineId | undefined {
  return lines.find(line => !isBlank(textAt(draft, line, column.id)))
}

/**
 * `data[3].items[1].Price`, `$.items.1.price`, `/items/1/price` → names `items price`, item 1. An index that is not
 * the line's stays a name: `productOptionName[1]` is the second axis.
 */
function readPath(errorField: string, sheet: Sheet): { names: string[]; item: number | undefined } {
  const tokens = errorField
    .replaceAll(/\[([^\]]*)\]/g, (_, name: string) => `.${name.replaceAll(/["']/g, '')}`)
    .split(/[./\s]+/)
    .map(plainName)
    .filter(token => token !== '' && token !== '$')
  if (tokens[0] === 'data' || tokens[0] === 'products') tokens.splice(0, isIndex(tokens[1]) ? 2 : 1)
  const at = lineIndex(tokens, sheet)
  const item = at === -1 ? undefined : Number(tokens[at])
  return { names: tokens.filter((_, i) => i !== at), item }
}

/** Which token is the position of a line: the one after the name of the list of lines, else the first index. */
function lineIndex(tokens: readonly string[], { lines }: Sheet): number {
  const list = plainName(String(lines.at(-1)))
  const afterList = tokens.findIndex((token, i) => isIndex(token) && tokens[i - 1] === list)
  return afterList === -1 && lines.length === 1 ? tokens.findIndex(isIndex) : afterList
}

const isIndex = (token: string | undefined): boolean => token !== undefined && /^\d+$/.test(token)

/** Folds upper, lower, snake and kebab case into one spelling. */
const plainName = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '')

/** Columns whose full path is `names`, else columns whose path ends with `names`. Indices may be missing. */
function match(names: readonly string[], sheet: Sheet): readonly Column[] {
  const { columns } = sheet
  if (names.length === 0) return []
  const wanted = names.join('.').replace(/^item\./, 'items.')
  const bare = names
    .filter(name => !isIndex(name))
    .join('.')
    .replace(/^item\./, 'items.')
  const exact = columns.filter(column => pathNames(column, sheet).includes(wanted))
  if (exact.length > 0) return exact
  const whole = columns.filter(column => pathNames(column, sheet).includes(bare))
  if (whole.length > 0) return whole
  return columns.filter(column => pathNames(column, sheet).some(name => name.endsWith(`.${bare}`)))
}

const namesByColumn = new WeakMap<Column, readonly string[]>()

/** The path of a column from the record, once with all indices except the line's and once without indices. */
function pathNames(column: Column, sheet: Sheet): readonly string[] {
  const before = namesByColumn.get(column)
  if (before) return before
  const above = column.scope === 'item' ? sheet.lines : []
  const steps = [...above, ...column.path].map(step => plainName(String(step)))
  const names = [steps.join('.'), steps.filter(step => !isIndex(step)).join('.')]
  namesByColumn.set(column, names)
  return names
}
