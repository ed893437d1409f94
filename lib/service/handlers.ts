import 'server-only'
import type { OperationId } from '@/lib/contract/operations'
import type { Answer, Call } from './call'
import { checkOrders } from './check-orders'
import { registerOrders } from './register-orders'
import { registerProducts } from './register-products'

/** One answer for each operation: one without does not compile. */
export const handlers: Record<OperationId, (call: Call) => Promise<Answer>> = {
  checkJapanOrders: checkOrders,
  checkOrders,
  registerJapanOrders: registerOrders,
  registerOrders,
  registerProducts,
}
