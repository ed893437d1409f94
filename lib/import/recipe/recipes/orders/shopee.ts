import { missingImporter, missingInOrders } from '@/lib/import/recipe/missing-value-sources'
import type { Recipe } from '@/lib/import/recipe/recipe'
import { usualStates } from '@/lib/import/recipe/values/usual-states'

/**
 * Shopee, Seller Centre in English: a row per item, with the texts of the order on each. The headings are those of
 * public programs that read the file; countries differ in the columns of the address. The file has no currency.
 */
export const shopeeOrders: Recipe = {
  id: 'shopee-orders',
  name: 'Shopee',
  sheets: ['orders/general', 'orders/japan'],
  known: [['Order ID'], ['Deal Price'], ['Receiver Name'], ['Delivery Address'], ['Username (Buyer)']],
  group: ['Order ID'],
  dispatchBy: [['Estimated Ship Out Date']],
  fields: {
    'orderInfo.mallOrderNumber': { take: ['Order ID'], apostrophe: true },
    'recipient.country': { take: ['Country'], map: 'country' },
    'recipient.name': { take: ['Receiver Name'] },
    'recipient.contact': { take: ['Phone Number'], apostrophe: true },
    'recipient.zipCode': { take: ['Zip Code'], apostrophe: true },
    'recipient.state': { firstOf: [{ take: ['Province'] }, { take: ['State'] }] },
    'recipient.city': { firstOf: [{ take: ['City'] }, { take: ['Area'] }] },
    'recipient.address': { take: ['Delivery Address'] },
    'items[].name': { join: [['Product Name'], ['Variation Name']], by: ' - ' },
    'items[].quantity': { take: ['Quantity'] },
    'items[].price': { take: ['Deal Price'] },
    'items[].itemCode': {
      firstOf: [{ take: ['SKU Reference No.'] }, { take: ['Parent SKU Reference No.'] }],
    },
  },
  states: [
    // The buyer has the parcel; some files add a sentence with the day until which it can be returned.
    { heading: ['Order Status'], means: 'shipped', is: ['Order received'], isStart: true },
    ...usualStates(['Order Status'], ['Return / Refund Status']),
  ],
  missing: {
    ...missingInOrders,
    ...missingImporter,
    'recipient.addressDetail': 'by-hand',
    'items[].currency': 'product-master',
  },
}
