import 'server-only'
import { exampleOf } from '@/lib/contract/examples'
import type { Operation } from '@/lib/contract/operations'
import { type JapanOrder, japanOrder } from '@/lib/contract/orders'

/** An order to Japan with the example values of the contract and its own number. */
export function sampleOrder(own: { readonly mallOrderNumber: string }): JapanOrder {
  const order = japanOrder.parse(exampleOf(japanOrder))
  return { ...order, orderInfo: { ...order.orderInfo, ...own } }
}

/** An element of an operation with the example values of the contract and its own number, as JSON. */
export function sampleElement(
  { element, number: path }: Operation,
  number: string,
): Readonly<Record<string, unknown>> {
  const record = element.parse(exampleOf(element)) as Record<string, unknown>
  const last = path.at(-1) ?? ''
  const parent = path.slice(0, -1).reduce((at, key) => at[key] as Record<string, unknown>, record)
  parent[last] = number
  return record
}
