import 'server-only'
import type { OperationId } from '@/lib/contract/operations'
import { checkOrders } from './check-orders'
import { type Handler, idempotent } from './idempotency'
import { registerOrders, replayOrders } from './register-orders'
import { registerProducts, replayProducts } from './register-products'

/** The handler of each operation; a missing one does not compile. */
export const handlers: Record<OperationId, Handler> = {
  checkJapanOrders: checkOrders,
  checkOrders,
  registerJapanOrders: idempotent(registerOrders, replayOrders),
  registerOrders: idempotent(registerOrders, replayOrders),
  registerProducts: idempotent(registerProducts, replayProducts),
}
