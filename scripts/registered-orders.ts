import { database } from '@/lib/store/database'

// What the embedded service has registered, as JSON on stdout: [{orderId, mallOrderNumber, order}]. Journeys look
// there for what really arrived.

const { kysely, close } = await database()
const rows = await kysely
  .selectFrom('service_order')
  .select(['id', 'mall_order_number', 'body'])
  .orderBy('registered_at')
  .execute()
await close()
console.log(
  JSON.stringify(
    rows.map(row => ({
      orderId: row.id,
      mallOrderNumber: row.mall_order_number,
      order: JSON.parse(row.body),
    })),
  ),
)
