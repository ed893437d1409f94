import 'server-only'
import type { OperationId } from '@/lib/contract/operations'
import { checkOrders } from './check-orders'
import { type Handler, keyed } from './keyed'
import { registerOrders, replayOrders } from './register-orders'
import { registerProducts, replayProducts } from './register-products'

/** One answer for each operation: one without does not compile. */
export const handlers: Record<OperationId, Handler> = {
  checkJapanOrders: checkOrders,
  checkOrders,
  registerJapanOrders: keyed(registerOrders, replayOrders),
  registerOrders: keyed(registerOrders, replayOrders),
  registerProducts: keyed(registerProducts, replayProducts),
}
