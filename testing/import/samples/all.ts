import { amazonOrdersSample, amazonUnshippedSample } from './amazon-orders'
import { buymaOrdersSample } from './buyma-orders'
import { cafe24OrdersSample } from './cafe24-orders'
import { cafe24ProductsSample } from './cafe24-products'
import { coupangOrdersSample } from './coupang-orders'
import { ebayOrdersSample, ebayUkOrdersSample } from './ebay-orders'
import { ebayActiveListingsSample, ebayRevisionSample } from './ebay-products'
import { esmOrdersSample } from './esm-orders'
import { etsyOrdersSample } from './etsy-orders'
import { lazadaOrdersSample } from './lazada-orders'
import { nextEngineOrdersSample } from './next-engine-orders'
import { qoo10EnglishSample, qoo10KoreanSample, qoo10OrdersSample } from './qoo10-orders'
import { rakutenOrdersSample } from './rakuten-orders'
import { rakutenProductsSample } from './rakuten-products'
import type { Sample } from './sample'
import { shopeeOrdersSample } from './shopee-orders'
import { shopifyOrdersSample } from './shopify-orders'
import { shopifyProductsSample } from './shopify-products'
import { smartstoreOrdersSample } from './smartstore-orders'
import { smartstoreProductsSample } from './smartstore-products'
import {
  wooCommerceAdvancedSample,
  wooCommerceCellsSample,
  wooCommerceItemsSample,
  wooCommerceOrdersSample,
} from './woocommerce-orders'
import { wooCommerceProductsSample } from './woocommerce-products'
import { yahooOrdersSample } from './yahoo-orders'

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
