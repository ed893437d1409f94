import { missingImporter, missingInOrders } from '@/lib/import/recipe/missing-value-sources'
import type { Recipe } from '@/lib/import/recipe/recipe'

/**
 * Etsy, Shop Manager, Download Data, Order Items: a row per item with its unit price; `Item Total` is the total. The
 * headings are those of public programs that read the file. It has no telephone numbers.
 */
export const etsyOrders: Recipe = {
  id: 'etsy-orders',
  name: 'Etsy',
  sheets: ['orders/japan', 'orders/general'],
  known: [['Order ID'], ['Transaction ID'], ['Listing ID'], ['Item Name'], ['Ship Name']],
  group: ['Order ID'],
  fields: {
    'orderInfo.mallOrderNumber': { take: ['Order ID'], apostrophe: true },
    'recipient.country': { take: ['Ship Country'], map: 'country' },
    'recipient.name': { take: ['Ship Name'] },
    'recipient.zipCode': { take: ['Ship Zipcode'], apostrophe: true },
    'recipient.state': { take: ['Ship State'] },
    'recipient.city': { take: ['Ship City'] },
    'recipient.address': { take: ['Ship Address1'] },
    'recipient.addressDetail': { take: ['Ship Address2'] },
    'items[].name': { join: [['Item Name'], ['Variations']], by: ' - ' },
    'items[].quantity': { take: ['Quantity'] },
    'items[].price': { take: ['Price'] },
    'items[].currency': { take: ['Currency'], map: 'currency' },
    'items[].itemCode': { firstOf: [{ take: ['SKU'] }, { take: ['Listing ID'] }] },
  },
  states: [{ heading: ['Date Shipped'], means: 'shipped', is: 'dated' }],
  missing: { ...missingInOrders, ...missingImporter, 'recipient.contact': 'by-hand' },
}
