import type { AddressPart, ColumnRule, Recipe } from '@/lib/import/recipe/recipe'
import { usualStates } from '@/lib/import/recipe/values/usual-states'
import { missingImporter, missingInOrders, missingPlace } from './missing-value-sources'

/** In Japan the city may stand in the first line of the address, and in its own column nothing. */
const part = (of: AddressPart): ColumnRule => ({
  part: of,
  of: [['ship-state'], ['ship-city'], ['ship-address-1']],
})

const ofBuyer = { name: [['buyer-name']], recipient: [['recipient-name']] }

/** Amazon, order report: a row an order item, its price that of the whole row; addresses in three lines (exports.md, 14). */
export const amazonOrders: Recipe = {
  id: 'amazon-orders',
  name: 'Amazon',
  sheets: ['orders/japan', 'orders/general'],
  known: [['order-id'], ['order-item-id'], ['quantity-purchased', 'quantity-to-ship'], ['recipient-name']],
  group: ['order-id'],
  fields: {
    'orderInfo.mallOrderNumber': { take: ['order-id'], apostrophe: true },
    'recipient.country': { firstOf: [{ take: ['ship-country'], map: 'country' }, { constant: 'JP' }] },
    'recipient.name': { take: ['recipient-name'] },
    // Reports of unshipped orders have no other telephone number than the buyer's.
    'recipient.contact': {
      firstOf: [
        { take: ['ship-phone-number'], apostrophe: true },
        { take: ['buyer-phone-number'], apostrophe: true, ofBuyer },
      ],
    },
    'recipient.email': { take: ['buyer-email'], ofBuyer },
    'recipient.zipCode': { take: ['ship-postal-code'], apostrophe: true },
    'recipient.state': { take: ['ship-state'] },
    'recipient.city': { firstOf: [{ take: ['ship-city'] }, part('city')] },
    'recipient.address': { firstOf: [part('street'), { take: ['ship-address-1'] }] },
    'recipient.addressDetail': { join: [['ship-address-2'], ['ship-address-3']], by: ' ' },
    'items[].name': { take: ['product-name'] },
    'items[].quantity': { take: ['quantity-purchased', 'quantity-to-ship'] },
    'items[].price': { divide: ['item-price'], by: ['quantity-purchased', 'quantity-to-ship'] },
    'items[].currency': { take: ['currency'], map: 'currency' },
    'items[].itemCode': { take: ['sku'] },
  },
  states: [
    // Amazon has a pending order's payment yet to be authorised.
    { heading: ['order-status'], means: 'unpaid', is: ['pending'] },
    { heading: ['item-status'], means: 'unpaid', is: ['pending'] },
    ...usualStates(['item-status'], ['order-status']),
    { heading: ['quantity-to-ship'], means: 'shipped', is: ['0'] },
  ],
  missing: { ...missingInOrders, ...missingImporter, ...missingPlace },
}
