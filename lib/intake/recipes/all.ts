import type { Recipe } from '../recipe'
import { amazonOrders } from './amazon-orders'
import { buymaOrders } from './buyma-orders'
import { cafe24Orders } from './cafe24-orders'
import { coupangOrders } from './coupang-orders'
import { esmOrders } from './esm-orders'
import { qoo10Orders } from './qoo10-orders'
import { rakutenOrders } from './rakuten-orders'
import { shopifyOrders } from './shopify-orders'
import { smartstoreOrders } from './smartstore-orders'

/** Every recipe that Lading knows by itself. A new one is a file beside this and a line here. */
export const recipes: readonly Recipe[] = [
  shopifyOrders,
  qoo10Orders,
  smartstoreOrders,
  coupangOrders,
  cafe24Orders,
  esmOrders,
  rakutenOrders,
  buymaOrders,
  amazonOrders,
]
