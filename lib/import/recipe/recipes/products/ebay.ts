import type { Headings, Recipe } from '@/lib/import/recipe/recipe'

export const itemNumber: Headings = ['Item number', 'ItemID']
export const customLabel: Headings = ['Custom label (SKU)', 'CustomLabel']
/**
 * A fixed price is in both columns of prices; of a listing with variations only some files have it on the first row.
 */
export const listingPrices: readonly Headings[] = [
  ['Current price'],
  ['Start price', 'StartPrice'],
  ['Buy It Now price', 'Auction Buy It Now price', 'BuyItNowPrice'],
]

/** eBay Seller Hub, Reports: active listings, and the listings to be revised: a row per listing, and per variation. */
export const ebayProducts: Recipe = {
  id: 'ebay-products',
  name: 'eBay',
  sheets: ['products'],
  known: [itemNumber, ['Title'], customLabel, ['Start price', 'StartPrice', 'Current price']],
  group: itemNumber,
  continues: true,
  options: 'ebay',
  fields: {
    shopProductId: { firstOf: [{ take: itemNumber }, { take: customLabel }] },
    productName: { take: ['Title'] },
    brandName: { take: ['C:Brand'] },
    productPrice: { firstOf: listingPrices.map(take => ({ take })) },
    'items[].itemCode': { take: customLabel },
  },
  // Cars that a part fits are rows of their own.
  skip: [{ heading: ['Relationship'], is: ['Compatibility'] }],
}
