import { amazonOrdersSample, amazonUnshippedSample } from './orders/amazon'
import { buymaOrdersSample } from './orders/buyma'
import { cafe24OrdersSample } from './orders/cafe24'
import { colormeOrdersSample } from './orders/colorme'
import { coupangOrdersSample } from './orders/coupang'
import { ebayOrdersSample, ebayUkOrdersSample } from './orders/ebay'
import { esmOrdersSample } from './orders/esm'
import { etsyOrdersSample } from './orders/etsy'
import { lazadaOrdersSample } from './orders/lazada'
import { nextEngineOrdersSample } from './orders/next-engine'
import { qoo10EnglishSample, qoo10KoreanSample, qoo10OrdersSample } from './orders/qoo10'
import { rakutenOrdersSample } from './orders/rakuten'
import { shopeeOrdersSample } from './orders/shopee'
import { shopifyOrdersSample } from './orders/shopify'
import { smartstoreOrdersSample } from './orders/smartstore'
import {
  wooCommerceAdvancedSample,
  wooCommerceCellsSample,
  wooCommerceItemsSample,
  wooCommerceOrdersSample,
} from './orders/woocommerce'
import { yahooOrdersSample } from './orders/yahoo'
import { cafe24ProductsSample } from './products/cafe24'
import { ebayActiveListingsSample, ebayRevisionSample } from './products/ebay'
import { rakutenProductsSample } from './products/rakuten'
import { shopifyProductsSample } from './products/shopify'
import { smartstoreProductsSample } from './products/smartstore'
import { wooCommerceProductsSample } from './products/woocommerce'
import type { Sample } from './sample'

const samples: Readonly<Record<string, Sample>> = {
  'shopify-orders': shopifyOrdersSample,
  'qoo10-orders': qoo10OrdersSample,
  'smartstore-orders': smartstoreOrdersSample,
  'coupang-orders': coupangOrdersSample,
  'cafe24-orders': cafe24OrdersSample,
  'esm-orders': esmOrdersSample,
  'rakuten-orders': rakutenOrdersSample,
  'buyma-orders': buymaOrdersSample,
  'amazon-orders': amazonOrdersSample,
  'yahoo-orders': yahooOrdersSample,
  'next-engine-orders': nextEngineOrdersSample,
  'colorme-orders': colormeOrdersSample,
  'woocommerce-orders': wooCommerceOrdersSample,
  'etsy-orders': etsyOrdersSample,
  'ebay-orders': ebayOrdersSample,
  'shopee-orders': shopeeOrdersSample,
  'lazada-orders': lazadaOrdersSample,
  'shopify-products': shopifyProductsSample,
  'woocommerce-products': wooCommerceProductsSample,
  'smartstore-products': smartstoreProductsSample,
  'cafe24-products': cafe24ProductsSample,
  'rakuten-products': rakutenProductsSample,
  'ebay-products': ebayActiveListingsSample,
}

/** The made-up export for a recipe. @throws if the recipe has none */
export function sampleOf(recipeId: string): Sample {
  const sample = samples[recipeId]
  if (!sample) throw new Error(`there is no sample of ${recipeId}`)
  return sample
}

/** Every made-up export with the recipe that reads it: exports of one shop differ by language, report or plugin. */
export const allSamples: readonly { readonly recipe: string; readonly sample: Sample }[] = [
  ...Object.entries(samples).map(([recipe, sample]) => ({ recipe, sample })),
  { recipe: 'qoo10-orders', sample: qoo10KoreanSample },
  { recipe: 'qoo10-orders', sample: qoo10EnglishSample },
  { recipe: 'amazon-orders', sample: amazonUnshippedSample },
  { recipe: 'ebay-orders', sample: ebayUkOrdersSample },
  { recipe: 'ebay-products', sample: ebayRevisionSample },
  { recipe: 'woocommerce-orders', sample: wooCommerceItemsSample },
  { recipe: 'woocommerce-orders', sample: wooCommerceCellsSample },
  { recipe: 'woocommerce-orders', sample: wooCommerceAdvancedSample },
]
