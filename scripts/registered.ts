import { database } from '@/lib/store/database'

// What the embedded service has registered, as JSON on stdout:
// {orders: [{orderId, mallOrderNumber, order}], products: [{shopProductId, product}]}. Journeys look there for what
// really arrived.

const { kysely, close } = await database()
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
await close()
console.log(
  JSON.stringify({
    orders: orders.map(row => ({
      orderId: row.id,
      mallOrderNumber: row.mall_order_number,
      order: JSON.parse(row.body),
    })),
    products: products.map(row => ({ shopProductId: row.shop_product_id, product: JSON.parse(row.body) })),
  }),
)
