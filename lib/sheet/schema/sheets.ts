import type * as z from 'zod'
import { type OperationId, operations } from '@/lib/contract/operations'
import { checkedGeneralOrder, japanOrder } from '@/lib/contract/orders'
import { product } from '@/lib/contract/products'
import { compileValidator, type Validator } from '@/lib/contract/validation/compile-validator'
import { type Failure, judge } from '@/lib/contract/validation/failures'
import { type Column, columnsOf, linesPath, type Path, type RecordLayout } from './columns'
import type { Texts } from './line'
import { orderIdColumn } from './order-id-column'
import { finishProduct, judgeProduct } from './product-rules'
import type { RecordLines, SharedFailure } from './record-lines'
import { sampleGeneralDraft } from './samples/general-orders'
import { sampleJapanDraft } from './samples/japan-orders'
import { sampleProductDraft } from './samples/products'
import { recordTypes } from './sheet-ids'

/** A sheet: one type of record, its columns, and the operations that check and register it. */
export interface Sheet {
  /** Path of the sheet's pages, and its key in the store. */
  readonly id: SheetId
  /** Type of a record; `lib/words` has its names. */
  readonly recordType: 'order' | 'product'
  /** The failures that the contract finds in a record, in the form that is checked. */
  readonly contractFailures: (record: unknown) => Failure[]
  readonly columns: readonly Column[]
  /** The column of the ids that registration gives to records; absent where it gives none. */
  readonly idColumn?: Column
  /** The column of the record's number, by which lines are grouped. */
  readonly key: string
  /** Path of the list in a record whose elements are the lines. */
  readonly lines: Path
  /** Absent when only the contract and the desk check. */
  readonly check?: OperationId
  readonly register: OperationId
  /** Completes a record that was read from its lines, in place. */
  readonly finish?: (record: Record<string, unknown>) => void
  /** Rules between cells that the contract does not know. */
  readonly judge?: (record: RecordLines) => SharedFailure[]
  /** Lines to try the sheet with; `seed` is the first number. */
  readonly sample: (seed: number) => Texts[]
}

export type SheetId = keyof typeof recordTypes

/** All columns that a sheet can show: its own, and that of the ids. */
export const shownColumnsOf = ({ columns, idColumn }: Sheet): readonly Column[] =>
  idColumn ? [idColumn, ...columns] : columns

type Definition = Pick<Sheet, 'idColumn' | 'check' | 'register' | 'finish' | 'judge' | 'sample'> & {
  /** One record, in the form that is checked. */
  readonly record: z.ZodType
  readonly layout: RecordLayout
  /** Ids of the first columns, beginning with the key; the groups follow. */
  readonly first: readonly [string, ...string[]]
  /** Groups in the order in which operators read them; groups that are the same in all records of a shop are last. */
  readonly groups: readonly string[]
  /** The sheet whose stricter rules are shown as hints. */
  readonly hints?: readonly Column[]
  /** Keys of the names of columns that have other names in other sheets, by id. */
  readonly wordsKeys?: Readonly<Record<string, string>>
}

const orders = {
  idColumn: orderIdColumn,
  layout: { lines: 'items' },
  first: ['orderInfo.mallOrderNumber', 'warehouseId'],
  groups: ['recipient', 'item', 'packageInfo', 'importer', 'orderInfo', 'sender'],
} as const

function sheet(id: SheetId, definition: Definition): Sheet {
  const { record, layout, first, groups, hints = [], wordsKeys = {}, ...rest } = definition
  const place = ({ id: column, group }: Column) => {
    const at = first.indexOf(column)
    return at === -1 ? first.length + groups.indexOf(group) : at
  }
  const columns = columnsOf(record, layout)
    .toSorted((a, b) => place(a) - place(b))
    .map(column => withHint(column, hints))
    .map(column => (wordsKeys[column.id] ? { ...column, wordsKey: wordsKeys[column.id] } : column))
  // Compiled on first use: most pages that know the sheets judge no record.
  let accept: Validator | undefined
  const contractFailures = (value: unknown) => {
    accept ??= compileValidator(record)
    return accept(value) ? [] : judge(record, value)
  }
  return {
    ...rest,
    id,
    recordType: recordTypes[id],
    contractFailures,
    columns,
    key: first[0],
    lines: linesPath(layout),
  }
}

/** Adds the limits of the column with the same id in a stricter sheet, where this column accepts more. */
function withHint(column: Column, hints: readonly Column[]): Column {
  const other = hints.find(hint => hint.id === column.id)
  const isStricter = (other?.max ?? Number.POSITIVE_INFINITY) < (column.max ?? Number.POSITIVE_INFINITY)
  const max = isStricter ? other?.max : undefined
  const choices = column.choices ? undefined : other?.choices
  if (max === undefined && !choices) return column
  return { ...column, hint: { ...(max === undefined ? {} : { max }), ...(choices ? { choices } : {}) } }
}

const japan = sheet('orders/japan', {
  ...orders,
  record: japanOrder,
  check: 'checkJapanOrders',
  register: 'registerJapanOrders',
  sample: sampleJapanDraft,
})

/** All sheets by id. Behaviour that differs between sheets is data here, not a branch elsewhere. */
export const sheets: Readonly<Record<SheetId, Sheet>> = {
  'orders/japan': japan,
  'orders/general': sheet('orders/general', {
    ...orders,
    record: checkedGeneralOrder,
    check: 'checkOrders',
    register: 'registerOrders',
    hints: japan.columns,
    // Only Japan has prefectures.
    wordsKeys: { 'recipient.state': 'recipient.region' },
    sample: sampleGeneralDraft,
  }),
  products: sheet('products', {
    record: product,
    layout: {
      lines: 'productOptionGroup[].productOption',
      lists: {
        productOptionGroup: 1,
        'productOptionGroup[].productOptionGroupName': 3,
        'productOptionGroup[].productOption[].productOptionName': 3,
      },
      derived: ['shopGroupOptionId'],
    },
    first: ['shopProductId', 'productName'],
    groups: ['product', 'price', 'optionGroup', 'option', 'images'],
    register: 'registerProducts',
    finish: finishProduct,
    judge: judgeProduct,
    sample: sampleProductDraft,
  }),
}

/** The sheet of a page's path segments, such as `['orders', 'japan']`; undefined when there is none. */
export function findSheet(segments: readonly string[]): Sheet | undefined {
  return findSheetById(segments.join('/'))
}

/** The sheet with an id, such as `orders/japan`; undefined when there is none. */
export const findSheetById = (id: string): Sheet | undefined =>
  Object.hasOwn(sheets, id) ? sheets[id as SheetId] : undefined

/**
 * A record in the form in which it is registered: members that only the check accepts are left out.
 * @returns the same object when check and registration have the same form
 */
export function toRegisteredForm(
  record: Readonly<Record<string, unknown>>,
  { check, register }: Sheet,
): unknown {
  const { element } = operations[register]
  return check === undefined || operations[check].element === element ? record : element.parse(record)
}
