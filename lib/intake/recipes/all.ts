import type { Recipe } from '../recipe'
import { qoo10Orders } from './qoo10-orders'
import { shopifyOrders } from './shopify-orders'
import { smartstoreOrders } from './smartstore-orders'

/** Every recipe that Lading knows by itself. A new one is a file beside this and a line here. */
export const recipes: readonly Recipe[] = [shopifyOrders, qoo10Orders, smartstoreOrders]
