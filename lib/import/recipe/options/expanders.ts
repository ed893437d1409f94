import type { Recipe } from '@/lib/import/recipe/recipe'
import { expandCafe24 } from './cafe24'
import { expandEbay } from './ebay'
import type { MakeExpander } from './expander'
import { expandRakuten } from './rakuten'
import { expandShopify } from './shopify'
import { expandSmartstore } from './smartstore'
import { expandWooCommerce } from './woocommerce'

export const expanders: Readonly<Record<NonNullable<Recipe['options']>, MakeExpander>> = {
  shopify: expandShopify,
  woocommerce: expandWooCommerce,
  smartstore: expandSmartstore,
  cafe24: expandCafe24,
  rakuten: expandRakuten,
  ebay: expandEbay,
}
