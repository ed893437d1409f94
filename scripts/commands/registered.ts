import { createInterface } from 'node:readline'
import { database } from '@/lib/store/db/database'

// The orders and products that the embedded service has registered, one line of JSON on stdout for each line on stdin:
// {orders: [{orderId, mallOrderNumber, order}], products: [{shopProductId, product}]}. Journeys use it often to see
// what has really arrived, so the process keeps running.

const { kysely } = await database()

async function stored() {
  const orders = await kysely
    .selectFrom('service_order')
    .select(['id', 'mall_order_number', 'body'])
    .orderBy('registered_at')
    .execute()
  const products = await kysely
    .selectFrom('service_product')
    .select(['shop_product_id', 'body'])
    .orderBy('registered_at')
    .execute()
  return {
    orders: orders.map(row => ({
      orderId: row.id,
      mallOrderNumber: row.mall_order_number,
      order: JSON.parse(row.body),
    })),
    products: products.map(row => ({ shopProductId: row.shop_product_id, product: JSON.parse(row.body) })),
  }
}

for await (const _ of createInterface({ input: process.stdin })) console.log(JSON.stringify(await stored()))
