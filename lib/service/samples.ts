import 'server-only'
import type { z } from 'zod'
import { screen } from '@/lib/contract/field'
import { type JapanOrder, japanOrder } from '@/lib/contract/orders'

/** An order made of the examples of the contract, with a number of its own. For tests and measurements. */
export function sampleOrder(own: { readonly mallOrderNumber: string }): JapanOrder {
  const { orderInfo, warehouseId, recipient, sender, packageInfo, items } = japanOrder.shape
  return japanOrder.parse({
    orderInfo: { ...examples(orderInfo.shape), ...own },
    warehouseId: screen.get(warehouseId)?.example,
    recipient: examples(recipient.shape),
    sender: examples(sender.shape),
    packageInfo: examples(packageInfo.shape),
    items: [examples(items.element.shape)],
  })
}

const examples = (shape: Readonly<Record<string, z.ZodType>>) =>
  Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, screen.get(schema)?.example]))
