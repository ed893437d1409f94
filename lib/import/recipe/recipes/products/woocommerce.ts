import type { Recipe } from '@/lib/import/recipe/recipe'

/** WooCommerce, Products, Export: a row per product or variation, attributes in numbered groups. */
export const wooCommerceProducts: Recipe = {
  id: 'woocommerce-products',
  name: 'WooCommerce',
  sheets: ['products'],
  known: [['Type'], ['SKU'], ['Name'], ['Regular price']],
  options: 'woocommerce',
  // -1: a draft; 0: private.
  states: [{ heading: ['Published'], means: 'unlisted', is: ['-1', '0'] }],
  fields: {
    shopProductId: { firstOf: [{ take: ['SKU'] }, { take: ['ID'] }] },
    productName: { take: ['Name'] },
    brandName: { take: ['Brands', 'Brand'] },
    originProductUrl: { take: ['External URL'] },
    productPrice: { take: ['Regular price'] },
    discountedProductPrice: { take: ['Sale price'], nonZero: true },
    'items[].itemCode': { take: ['SKU'] },
    'items[].actualWeight': { take: ['Weight (kg)'], nonZero: true },
  },
}
