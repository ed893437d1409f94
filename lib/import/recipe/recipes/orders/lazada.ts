import { missingImporter, missingInOrders } from '@/lib/import/recipe/missing-value-sources'
import type { Recipe } from '@/lib/import/recipe/recipe'
import { usualStates } from '@/lib/import/recipe/values/usual-states'

const ofBuyer = { name: [['customerName']], recipient: [['shippingName']] }

/**
 * Lazada, Seller Center: a row per piece, so that two pieces of an item are two rows. The headings are those of public
 * programs that read the file. Those for several countries agree that the third line of the address is the province or
 * state, the fourth the city or district, and the fifth a part of it. `unitPrice` is the price before vouchers. The
 * file has no currency.
 */
export const lazadaOrders: Recipe = {
  id: 'lazada-orders',
  name: 'Lazada',
  sheets: ['orders/general', 'orders/japan'],
  known: [['orderItemId'], ['orderNumber'], ['lazadaSku'], ['itemName'], ['shippingName']],
  group: ['orderNumber'],
  dispatchBy: [['promisedShippingTime']],
  fields: {
    'orderInfo.mallOrderNumber': { take: ['orderNumber'], apostrophe: true },
    'recipient.country': { take: ['shippingCountry'], map: 'country' },
    'recipient.name': { take: ['shippingName'] },
    'recipient.contact': {
      firstOf: [
        { take: ['shippingPhone'], apostrophe: true },
        { take: ['shippingPhone2'], apostrophe: true },
      ],
    },
    'recipient.email': { take: ['customerEmail'], ofBuyer },
    'recipient.zipCode': { take: ['shippingPostCode'], apostrophe: true },
    'recipient.state': { take: ['shippingAddress3'] },
    'recipient.city': { firstOf: [{ take: ['shippingAddress4'] }, { take: ['shippingCity'] }] },
    'recipient.address': { take: ['shippingAddress'] },
    'recipient.addressDetail': { join: [['shippingAddress2'], ['shippingAddress5']], by: ', ' },
    'items[].name': { join: [['itemName'], ['variation']], by: ' - ' },
    'items[].quantity': { constant: '1' },
    'items[].price': { take: ['unitPrice'] },
    'items[].itemCode': { firstOf: [{ take: ['sellerSku'] }, { take: ['lazadaSku'] }] },
  },
  states: [
    {
      heading: ['status'],
      means: 'open',
      is: ['pending', 'repacked', 'ready_to_ship_pending', 'topack', 'toship'],
    },
    // The buyer confirmed that the parcel has arrived.
    { heading: ['status'], means: 'shipped', is: ['confirmed'] },
    ...usualStates(['status']),
  ],
  missing: { ...missingInOrders, ...missingImporter, 'items[].currency': 'product-master' },
}
