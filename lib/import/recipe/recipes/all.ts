import type { Recipe } from '@/lib/import/recipe/recipe'
import { amazonOrders } from '@/lib/import/recipe/recipes/orders/amazon'
import { buymaOrders } from '@/lib/import/recipe/recipes/orders/buyma'
import { cafe24Orders } from '@/lib/import/recipe/recipes/orders/cafe24'
import { colormeOrders } from '@/lib/import/recipe/recipes/orders/colorme'
import { coupangOrders } from '@/lib/import/recipe/recipes/orders/coupang'
import { ebayOrders } from '@/lib/import/recipe/recipes/orders/ebay'
import { esmOrders } from '@/lib/import/recipe/recipes/orders/esm'
import { etsyOrders } from '@/lib/import/recipe/recipes/orders/etsy'
import { lazadaOrders } from '@/lib/import/recipe/recipes/orders/lazada'
import { nextEngineOrders } from '@/lib/import/recipe/recipes/orders/next-engine'
import { qoo10Orders } from '@/lib/import/recipe/recipes/orders/qoo10'
import { rakutenOrders } from '@/lib/import/recipe/recipes/orders/rakuten'
import { shopeeOrders } from '@/lib/import/recipe/recipes/orders/shopee'
import { shopifyOrders } from '@/lib/import/recipe/recipes/orders/shopify'
import { smartstoreOrders } from '@/lib/import/recipe/recipes/orders/smartstore'
import { wooCommerceOrders } from '@/lib/import/recipe/recipes/orders/woocommerce'
import { yahooOrders } from '@/lib/import/recipe/recipes/orders/yahoo'
import { cafe24Products } from '@/lib/import/recipe/recipes/products/cafe24'
import { ebayProducts } from '@/lib/import/recipe/recipes/products/ebay'
import { rakutenProducts } from '@/lib/import/recipe/recipes/products/rakuten'
import { shopifyProducts } from '@/lib/import/recipe/recipes/products/shopify'
import { smartstoreProducts } from '@/lib/import/recipe/recipes/products/smartstore'
import { wooCommerceProducts } from '@/lib/import/recipe/recipes/products/woocommerce'

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
  colormeOrders,
  wooCommerceOrders,
  etsyOrders,
  ebayOrders,
  shopeeOrders,
  lazadaOrders,
  shopifyProducts,
  wooCommerceProducts,
  smartstoreProducts,
  cafe24Products,
  rakutenProducts,
  ebayProducts,
]
