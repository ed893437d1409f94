import type * as z from 'zod'
import { type Failure, judge } from '@/lib/contract/failures'
import { type OperationId, operations } from '@/lib/contract/operations'
import { checkedGeneralOrder, japanOrder } from '@/lib/contract/orders'
import { product } from '@/lib/contract/products'
import { type Column, columnsOf, type Layout, linesPath, type Path } from './columns'
import type { Texts } from './draft'
import { finishProduct, judgeProduct } from './products'
import type { RecordLines, SharedFailure } from './rules'
import { sampleJapanDraft } from './sample'
import { sampleGeneralDraft } from './sample-general'
import { sampleProductDraft } from './sample-products'

/** A sheet: one kind of record, its columns, and the operations that judge and take it. */
export interface Sheet {
  /** Path of its pages, and its key in the store. */
  readonly id: SheetId
  /** What one record is; `lib/words` has its names. */
  readonly noun: 'order' | 'product'
  /** What the contract itself refuses in a record, in the form that is checked. */
  readonly refuse: (record: unknown) => Failure[]
  readonly columns: readonly Column[]
  /** The column whose text tells which lines are one record. */
  readonly key: string
  /** Where a record has the list that its lines are. */
  readonly lines: Path
  /** Absent where the contract and the desk alone check. */
  readonly check?: OperationId
  readonly register: OperationId
  /** Completes a record that was read from its lines, in place. */
  readonly finish?: (record: Record<string, unknown>) => void
  /** Rules between cells that the contract does not know. */
  readonly judge?: (record: RecordLines) => SharedFailure[]
  /** Lines to rehearse with; `seed` starts their numbers. */
  readonly sample: (seed: number) => Texts[]
}

export type SheetId = 'orders/japan' | 'orders/general' | 'products'

type Row = Pick<Sheet, 'noun' | 'check' | 'register' | 'finish' | 'judge' | 'sample'> & {
  /** One record, in the form that is checked. */
  readonly record: z.ZodType
  readonly layout: Layout
  /** Ids of the columns that stand first, the key before all; then come the groups. */
  readonly first: readonly [string, ...string[]]
  /** What operators look at first stands first; what is the same in every record of a shop stands last. */
  readonly groups: readonly string[]
  /** The sheet whose stricter rules are shown as hints. */
  readonly hints?: readonly Column[]
}

const orders = {
  noun: 'order',
  layout: { lines: 'items' },
  first: ['orderInfo.mallOrderNumber', 'warehouseId'],
  groups: ['recipient', 'item', 'packageInfo', 'importer', 'orderInfo', 'sender'],
} as const

function sheet(id: SheetId, row: Row): Sheet {
  const { record, layout, first, groups, hints = [], ...rest } = row
  const place = ({ id: column, group }: Column) => {
    const at = first.indexOf(column)
    return at === -1 ? first.length + groups.indexOf(group) : at
  }
  const columns = columnsOf(record, layout)
    .toSorted((a, b) => place(a) - place(b))
    .map(column => withHint(column, hints))
  const refuse = (value: unknown) => judge(record, value)
  return { ...rest, id, refuse, columns, key: first[0], lines: linesPath(layout) }
}

/** What another sheet's column of the same name takes, where this one takes anything. */
function withHint(column: Column, hints: readonly Column[]): Column {
  const other = hints.find(hint => hint.id === column.id)
  const max = column.max === undefined ? other?.max : undefined
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

export const sheets: Readonly<Record<SheetId, Sheet>> = {
  'orders/japan': japan,
  'orders/general': sheet('orders/general', {
    ...orders,
    record: checkedGeneralOrder,
    check: 'checkOrders',
    register: 'registerOrders',
    hints: japan.columns,
    sample: sampleGeneralDraft,
  }),
  products: sheet('products', {
    noun: 'product',
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

/** The sheet of a page's path segments, or undefined where there is none: `['orders', 'japan']`. */
export function findSheet(segments: readonly string[]): Sheet | undefined {
  const id = segments.join('/')
  return Object.hasOwn(sheets, id) ? sheets[id as SheetId] : undefined
}

/**
 * A record in the form in which it is registered: what only a check takes is left out.
 * @returns the same object where both take the same form
 */
export function registered(record: Readonly<Record<string, unknown>>, { check, register }: Sheet): unknown {
  const { element } = operations[register]
  return check === undefined || operations[check].element === element ? record : element.parse(record)
}
