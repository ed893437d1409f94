import type { z } from 'zod'
import type { OperationId } from '@/lib/contract/operations'
import { japanOrder } from '@/lib/contract/orders'
import { type Column, columnsOf } from './columns'

/** A sheet: one kind of record, its columns, and the operations that judge and take it. */
export interface Sheet {
  /** Path of its pages, and its key in the store. */
  readonly id: SheetId
  /** One record: an order. */
  readonly record: z.ZodType
  readonly columns: readonly Column[]
  /** The column whose text tells which lines are one record. */
  readonly key: string
  readonly check: OperationId
  readonly register: OperationId
}

export type SheetId = 'orders/japan'

/** What operators look at first stands first; what is the same in every order of a shop stands last. */
const groups = ['recipient', 'item', 'packageInfo', 'importer', 'orderInfo', 'sender']

function arrangeColumns(columns: readonly Column[], first: readonly string[]): Column[] {
  const place = (column: Column) => {
    const at = first.indexOf(column.id)
    return at === -1 ? first.length + groups.indexOf(column.group) : at
  }
  return columns.toSorted((a, b) => place(a) - place(b))
}

export const sheets: Readonly<Record<SheetId, Sheet>> = {
  'orders/japan': {
    id: 'orders/japan',
    record: japanOrder,
    columns: arrangeColumns(columnsOf(japanOrder), ['orderInfo.mallOrderNumber', 'warehouseId']),
    key: 'orderInfo.mallOrderNumber',
    check: 'checkJapanOrders',
    register: 'registerJapanOrders',
  },
}

/** The sheet of a page's path segments, or undefined where there is none: `['orders', 'japan']`. */
export function findSheet(segments: readonly string[]): Sheet | undefined {
  const id = segments.join('/')
  return Object.hasOwn(sheets, id) ? sheets[id as SheetId] : undefined
}
