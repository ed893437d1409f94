import type { Recipe } from '@/lib/import/recipe/recipe'
import { amazonOrders } from './amazon-orders'
import { buymaOrders } from './buyma-orders'
import { cafe24Orders } from './cafe24-orders'
import { cafe24Products } from './cafe24-products'
import { coupangOrders } from './coupang-orders'
import { esmOrders } from './esm-orders'
import { nextEngineOrders } from './next-engine-orders'
import { qoo10Orders } from './qoo10-orders'
import { rakutenOrders } from './rakuten-orders'
import { rakutenProducts } from './rakuten-products'
import { shopifyOrders } from './shopify-orders'
import { shopifyProducts } from './shopify-products'
import { smartstoreOrders } from './smartstore-orders'
import { smartstoreProducts } from './smartstore-products'
import { wooCommerceOrders } from './woocommerce-orders'
import { wooCommerceProducts } from './woocommerce-products'
import { yahooOrders } from './yahoo-orders'

/** All built-in recipes. To add one, create a file in this folder and list it here. */
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
  yahooOrders,
  nextEngineOrders,
  wooCommerceOrders,
  shopifyProducts,
  wooCommerceProducts,
  smartstoreProducts,
  cafe24Products,
  rakutenProducts,
]
