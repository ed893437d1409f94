import { type Sheet, sheets } from '@/lib/sheet/sheets'
import { ColumnsByHeading } from './columns-by-heading'
import { type Expander, expanders } from './expand'
import { isFeeName, LONGEST_FEE } from './fee-rows'
import { CODE, masterColumns } from './fill-sources'
import { hidden, type LeftOutWhy, type Understood } from './imported'
import { statusMeaning } from './order-status'
import type { ShopState } from './recipe'
import type { GroupingBy } from './rows-to-groups'
import { compileRule, type Reader, textOf } from './rules'
import { ShopStates } from './shop-states'
import { structureOf } from './structure'
import type { Row, Table } from './table'

/** A column of the sheet that the file feeds. */
export interface Field {
  readonly id: string
  readonly reader: Reader
}

/**
 * What a product's file knows of its goods and the sheet of products has no columns for: it goes along with the line,
 * unseen, to the product master.
 */
const carried: readonly string[] = [CODE, ...masterColumns]

/** Ids of columns that a recipe feeds in a sheet: the sheet's own, and those that go along unseen. */
export const carriedIds = (sheet: Sheet): readonly string[] => [
  hidden.number,
  ...(sheet.noun === 'product' ? carried : []),
]

/** A recipe made ready for one table. */
export interface ImportPlan {
  readonly columns: ColumnsByHeading
  readonly record: readonly Field[]
  readonly item: readonly Field[]
  /** The column of the record's number, which stands on every line of it. */
  readonly key: string
  readonly number: Reader | undefined
  /** The number that the shop has, where another stands for the record. */
  readonly shopNumber: Reader | undefined
  readonly grouping: GroupingBy
  /** What tells which rows are not to be shipped any more. */
  readonly states: ShopStates | undefined
  /** Of products whose options stand otherwise than a line each. */
  readonly expander: Expander | undefined
  /** Record columns whose texts stand in the row that prices are taken from. */
  readonly priced: ReadonlySet<string>
  /** Positions of rows that are lines, in the order of the file. */
  readonly positions: readonly number[]
  readonly leftOut: readonly { readonly row: number; readonly why: LeftOutWhy }[]
}

/** Before numbers of orders among those of carts; no file has it. */
const ALONE = '\u0001'

/** Makes the recipe that a table was understood by ready for its rows. */
export function planImport(table: Table, understood: Understood): ImportPlan {
  const { recipe, sheet: id, header, headings } = understood
  const sheet = sheets[id]
  const columns = new ColumnsByHeading(headings)
  const fieldOf = (column: string): Field[] => {
    const rule = Object.hasOwn(recipe.fields, column) ? recipe.fields[column] : undefined
    const reader = rule && compileRule(rule, columns)
    return reader ? [{ id: column, reader }] : []
  }
  const of = (scope: 'record' | 'item') =>
    sheet.columns
      .filter(column => column.scope === scope && column.id !== sheet.key)
      .flatMap(c => fieldOf(c.id))
  const [number] = fieldOf(sheet.key)
  const group = recipe.group && columns.find(recipe.group)
  const apart = recipe.apart && columns.find(recipe.apart)
  const key = group ?? number?.reader.from[0]
  const expander =
    recipe.options && sheet.noun === 'product' ? expanders[recipe.options](table.rows, columns) : undefined
  const { first, end, aside } = structureOf(table, header, key)
  const leftOut: { row: number; why: LeftOutWhy }[] = aside.map(({ position, why }) => ({
    row: table.numbers[position] ?? position + 1,
    why,
  }))
  const notLines = new Set(aside.map(({ position }) => position))
  const isSkipped = skipperOf(recipe.skip ?? [], columns)
  const isFee = understood.by === 'own' || understood.isCompared ? () => false : feeFinder(fieldOf)
  const positions: number[] = []
  for (let position = first; position < end; position++) {
    if (notLines.has(position)) continue
    const row = table.rows.at(position) ?? []
    if (isSkipped(row)) {
      leftOut.push({ row: table.numbers[position] ?? position + 1, why: 'skipped' })
    } else if (isFee(row)) {
      leftOut.push({ row: table.numbers[position] ?? position + 1, why: 'fee' })
    } else positions.push(position)
  }
  const cell = (column: number) => (row: Row) => row.at(column) ?? ''
  const shopNumber = fieldOf(hidden.number)[0]?.reader
  // What the shop put into no cart is an order by its own number, and no cart that is called so.
  const alone = shopNumber ?? number?.reader
  const cart = (column: number) => (row: Row) => {
    const own = row.at(column)?.trim() || !alone ? '' : textOf(alone.read(row)).trim()
    return own === '' ? (row.at(column) ?? '') : `${ALONE}${own}`
  }
  return {
    columns,
    record: of('record'),
    item: [...of('item'), ...(sheet.noun === 'product' ? carried.flatMap(fieldOf) : [])],
    key: sheet.key,
    number: number?.reader,
    shopNumber,
    grouping: {
      groupOf: expander?.groupOf
        ? expander.groupOf
        : group === undefined
          ? row => (number ? textOf(number.reader.read(row)) : '')
          : cart(group),
      apartOf: apart === undefined ? undefined : cell(apart),
      continues: recipe.continues === true,
    },
    states: statesOf(table, { recipe, sheet: id, headings }, columns),
    expander,
    priced: new Set(sheet.columns.filter(column => column.group === 'price').map(column => column.id)),
    positions,
    leftOut: leftOut.toSorted((a, b) => a.row - b.row),
  }
}

/** What tells which orders of a table are not to be shipped; undefined where nothing does. */
export function statesOf(
  table: Table,
  { recipe, sheet, headings }: Pick<Understood, 'recipe' | 'sheet' | 'headings'>,
  columns = new ColumnsByHeading(headings),
): ShopStates | undefined {
  if (sheets[sheet].noun !== 'order' || recipe.states?.length === 0) return undefined
  const ofTable = stateOfTable(table.name)
  if (!recipe.states && !ofTable) return undefined
  return new ShopStates(recipe, columns, table.rows, headings, ofTable)
}

/** What the name of a sheet, or of a file in an archive, says of all orders in it: 취소 or キャンセル.csv. */
function stateOfTable(name: string): ShopState | undefined {
  const bare = name
    .replace(/^.*[/\\]/, '')
    .replace(/\.[a-z]{2,4}$/i, '')
    .replaceAll(/[\d_\s()-]+$/g, '')
  const means = bare === '' ? undefined : statusMeaning(bare, { kind: 'status', subject: 'order' })
  return means === 'cancelled' || means === 'unpaid' ? means : undefined
}

/** Finds rows that are called as fees are, and have no code of a product. */
function feeFinder(fieldOf: (column: string) => Field[]): (row: Row) => boolean {
  const [name] = fieldOf('items[].name')
  const [code] = fieldOf(CODE)
  if (!name) return () => false
  const textIn = (field: Field, row: Row) => textOf(field.reader.read(row)).trim()
  const [first = -1, ...others] = name.reader.from
  // A name of one column need not be made for 100,000 rows: hardly any is that short.
  const mayBe = (row: Row) => others.length > 0 || (row.at(first) ?? '').length <= LONGEST_FEE
  return row => mayBe(row) && isFeeName(textIn(name, row)) && (!code || textIn(code, row) === '')
}

function skipperOf(
  skip: NonNullable<Understood['recipe']['skip']>,
  columns: ColumnsByHeading,
): (row: Row) => boolean {
  const rules = skip.flatMap(({ heading, is }) => {
    const column = columns.find(heading)
    return column === undefined ? [] : [{ column, is: new Set(is.map(text => text.trim().toLowerCase())) }]
  })
  if (rules.length === 0) return () => false
  return row => rules.some(({ column, is }) => is.has((row.at(column) ?? '').trim().toLowerCase()))
}
