import { missingImporter, missingInOrders, missingPlace } from '@/lib/import/recipe/missing-value-sources'
import type { AddressPart, ColumnRule, Recipe } from '@/lib/import/recipe/recipe'
import { usualStates } from '@/lib/import/recipe/values/usual-states'

/** In Japan the city may be in the first line of the address while its own column is blank. */
const part = (of: AddressPart): ColumnRule => ({
  part: of,
  of: [['ship-state'], ['ship-city'], ['ship-address-1']],
  city: ['ship-city'],
})

const ofBuyer = { name: [['buyer-name']], recipient: [['recipient-name']] }

/**
 * Amazon, order report: a row per item, with its total as price; addresses in three lines. The report of unshipped
 * orders has no prices, and only the buyer's telephone number.
 */
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
    // Only the rest of a partly shipped item is to be shipped.
    'items[].quantity': {
      firstOf: [{ take: ['quantity-to-ship'], nonZero: true }, { take: ['quantity-purchased'] }],
    },
    'items[].price': { divide: ['item-price'], by: ['quantity-purchased', 'quantity-to-ship'] },
    'items[].currency': { take: ['currency'], map: 'currency' },
    'items[].itemCode': { take: ['sku'] },
  },
  states: [
    // A pending order at Amazon still awaits the authorisation of its payment.
    { heading: ['order-status'], means: 'unpaid', is: ['pending'] },
    { heading: ['item-status'], means: 'unpaid', is: ['pending'] },
    ...usualStates(['item-status'], ['order-status']),
    { heading: ['quantity-to-ship'], means: 'shipped', is: ['0'] },
    // The column is in public programs that read the report; true and false are its values there.
    { heading: ['is-buyer-requested-cancellation'], means: 'claim', is: ['true', 'yes'] },
    { heading: ['is-buyer-requested-cancellation'], means: 'open', is: ['false', 'no'] },
  ],
  missing: {
    ...missingInOrders,
    ...missingImporter,
    ...missingPlace,
    'items[].price': 'by-hand',
    'items[].currency': 'product-master',
  },
}
