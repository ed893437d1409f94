import type { Column } from './columns'
import { type CellAddress, type Draft, type LineId, textAt } from './draft'
import { isBlank } from './kinds'
import type { Sheet } from './sheets'

/**
 * Where a failure belongs. One cell; several cells of which at least one is meant; or a line as a whole, when
 * no cell fits. There is no fourth answer: nothing is ever dropped.
 */
export type Place = { readonly cells: readonly [CellAddress, ...CellAddress[]] } | { readonly line: LineId }

/**
 * Finds the place that a service means by `errorField`. Services spell it as they like, so it is read by
 * falling (docs/decisions/0003): a path of our own → the same with `data[i].`, dots, brackets, slashes or in
 * another case → the end of a path (`zipCode`, `items.price` without an index) → the line.
 * @param lines the order's lines as they were sent (the receipt); lines deleted since are passed over.
 * @param names columns that operators assigned to fields of this service, which come first of all
 */
export function locate(
  errorField: string,
  lines: readonly LineId[],
  draft: Draft,
  sheet: Sheet,
  names: FieldNames = noNames,
): Place {
  const alive = lines.filter(line => draft.lines.has(line))
  const lead = alive[0] ?? lines[0] ?? ''
  const meaning = meaningOf(errorField, sheet)
  const { item } = meaning
  const assigned = names.size === 0 ? undefined : names.get(meaning.key)
  const columns = assigned === undefined ? meaning.columns : sheet.columns.filter(({ id }) => id === assigned)
  const itemLine = item === undefined ? undefined : lines[item]
  const cells = columns.flatMap(column => {
    if (column.scope === 'record')
      return [{ line: sourceLine(column, alive, draft) ?? lead, column: column.id }]
    const there = item === undefined ? alive : alive.filter(line => line === itemLine)
    return there.map(line => ({ line, column: column.id }))
  })
  const [first, ...rest] = cells
  if (first) return { cells: [first, ...rest] }
  return { line: itemLine !== undefined && draft.lines.has(itemLine) ? itemLine : lead }
}

/** Columns by what a service calls them, as `fieldKey` has it. */
export type FieldNames = ReadonlyMap<string, string>

export const noNames: FieldNames = new Map()

/** A field as a service calls it, without positions and spelled one way: what is said of one of them holds for all. */
export const fieldKey = (errorField: string, sheet: Sheet): string => meaningOf(errorField, sheet).key

interface Meaning {
  readonly key: string
  readonly columns: readonly Column[]
  /** Position of the line that is meant, among those of its order. */
  readonly item: number | undefined
}

/** So many spellings are remembered: services make up their own, with positions in them. */
const MOST = 2000
const meanings = new WeakMap<Sheet, Map<string, Meaning>>()

/** What a field means. Where thousands of orders fail, they name the same few fields again and again. */
function meaningOf(errorField: string, sheet: Sheet): Meaning {
  const known = meanings.get(sheet) ?? new Map<string, Meaning>()
  meanings.set(sheet, known)
  const before = known.get(errorField)
  if (before) return before
  const { names, item } = readPath(errorField, sheet)
  const meaning = { key: names.join('.'), columns: match(names, sheet), item }
  if (known.size >= MOST) known.clear()
  known.set(errorField, meaning)
  return meaning
}

/** The line whose text was sent for an order's cell: the first that has one. */
function sourceLine(column: Column, lines: readonly LineId[], draft: Draft): LineId | undefined {
  return lines.find(line => !isBlank(textAt(draft, line, column.id)))
}

/**
 * `data[3].items[1].Price`, `$.items.1.price`, `/items/1/price` → names `items price`, item 1. An index that is not
 * the line's stays a name: `productOptionName[1]` is the second axis.
 */
function readPath(errorField: string, sheet: Sheet): { names: string[]; item: number | undefined } {
  const tokens = errorField
    .replaceAll(/\[\s*["']?([^\]"']*)["']?\s*\]/g, '.$1')
    .split(/[./\s]+/)
    .map(plainName)
    .filter(token => token !== '' && token !== '$')
  if (tokens[0] === 'data' || tokens[0] === 'products') tokens.splice(0, isIndex(tokens[1]) ? 2 : 1)
  const at = lineIndex(tokens, sheet)
  const item = at === -1 ? undefined : Number(tokens[at])
  return { names: tokens.filter((_, i) => i !== at), item }
}

/** Where the position of a line stands: behind the name of the list of lines, else the first index of all. */
function lineIndex(tokens: readonly string[], { lines }: Sheet): number {
  const list = plainName(String(lines.at(-1)))
  const behind = tokens.findIndex((token, i) => isIndex(token) && tokens[i - 1] === list)
  return behind === -1 && lines.length === 1 ? tokens.findIndex(isIndex) : behind
}

const isIndex = (token: string | undefined): boolean => token !== undefined && /^\d+$/.test(token)

/** Upper, lower, snake and kebab case are one spelling. */
const plainName = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '')

/** Columns whose full path is `names`, else those whose path ends with them. Indices may be left out. */
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

const known = new WeakMap<Column, readonly string[]>()

/** A column's path from the record, with all indices but the line's, and without any. */
function pathNames(column: Column, sheet: Sheet): readonly string[] {
  const before = known.get(column)
  if (before) return before
  const above = column.scope === 'item' ? sheet.lines : []
  const steps = [...above, ...column.path].map(step => plainName(String(step)))
  const names = [steps.join('.'), steps.filter(step => !isIndex(step)).join('.')]
  known.set(column, names)
  return names
}
