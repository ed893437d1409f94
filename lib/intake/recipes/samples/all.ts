import { amazonOrdersSample } from './amazon-orders'
import { buymaOrdersSample } from './buyma-orders'
import { cafe24OrdersSample } from './cafe24-orders'
import { coupangOrdersSample } from './coupang-orders'
import { esmOrdersSample } from './esm-orders'
import { qoo10OrdersSample } from './qoo10-orders'
import { rakutenOrdersSample } from './rakuten-orders'
import type { Sample } from './sample'
import { shopifyOrdersSample } from './shopify-orders'
import { smartstoreOrdersSample } from './smartstore-orders'

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
}

/** A made-up export of the kind that a recipe reads. @throws on a recipe that has none */
export function sampleOf(recipeId: string): Sample {
  const sample = samples[recipeId]
  if (!sample) throw new Error(`there is no sample of ${recipeId}`)
  return sample
}
