import type { Recipe } from '@/lib/import/recipe/recipe'

const regular = ['Compare-at price', 'Variant Compare At Price']
const price = ['Price', 'Variant Price']

/**
 * Shopify admin, Products, Export, old and new headings: a row per variant, rows with only an image.
 */
export const shopifyProducts: Recipe = {
  id: 'shopify-products',
  name: 'Shopify',
  sheets: ['products'],
  known: [['URL handle', 'Handle'], ['Title'], ['Option1 name'], price],
  group: ['URL handle', 'Handle'],
  continues: true,
  options: 'shopify',
  states: [{ heading: ['Status'], means: 'unlisted', is: ['draft', 'archived'] }],
  fields: {
    shopProductId: { take: ['URL handle', 'Handle'] },
    productName: { take: ['Title'] },
    brandName: { take: ['Vendor'] },
    productPrice: { firstOf: [{ take: regular, nonZero: true }, { take: price }] },
    discountedProductPrice: { take: price, beside: regular, nonZero: true },
    'items[].itemCode': { take: ['SKU', 'Variant SKU'], apostrophe: true },
    'items[].actualWeight': { divide: ['Weight value (grams)', 'Variant Grams'], byNumber: 1000 },
  },
}
