import { missingImporter, missingInOrders } from '@/lib/import/recipe/missing-value-sources'
import type { Recipe } from '@/lib/import/recipe/recipe'
import { prefecturesByIsoCode } from '@/lib/import/recipe/values/prefecture-codes'

const ofBuyer = { name: [['Billing Name']], recipient: [['Shipping Name']] }

/** Shopify admin, Orders, Export: a row per line item, the order's own texts on its first row. */
export const shopifyOrders: Recipe = {
  id: 'shopify-orders',
  name: 'Shopify',
  sheets: ['orders/japan', 'orders/general'],
  known: [['Name'], ['Lineitem name'], ['Lineitem quantity']],
  group: ['Name'],
  continues: true,
  fields: {
    'orderInfo.mallOrderNumber': { take: ['Name'], apostrophe: true },
    'recipient.country': { take: ['Shipping Country'], map: 'country' },
    'recipient.name': { take: ['Shipping Name'] },
    'recipient.contact': {
      firstOf: [
        { take: ['Shipping Phone'], apostrophe: true },
        { take: ['Phone'], apostrophe: true, ofBuyer },
      ],
    },
    'recipient.email': { take: ['Email'], ofBuyer },
    'recipient.zipCode': { take: ['Shipping Zip'], apostrophe: true },
    'recipient.state': {
      firstOf: [
        { take: ['Shipping Province Name'] },
        { take: ['Shipping Province'], values: prefecturesByIsoCode },
      ],
    },
    'recipient.city': { take: ['Shipping City'] },
    'recipient.address': { firstOf: [{ take: ['Shipping Address1'] }, { take: ['Shipping Street'] }] },
    'recipient.addressDetail': { join: [['Shipping Address2'], ['Shipping Company']], by: ' ' },
    'items[].name': { take: ['Lineitem name'] },
    'items[].quantity': { take: ['Lineitem quantity'] },
    'items[].price': { take: ['Lineitem price'] },
    'items[].currency': { take: ['Currency'], map: 'currency', ofRecord: true },
    'items[].itemCode': { take: ['Lineitem SKU'] },
  },
  unshipped: { heading: ['Lineitem requires shipping'], is: ['false'] },
  // Partial refunds are reported; of partially shipped orders each item has its own status.
  states: [
    { heading: ['Cancelled at', 'Canceled at'], means: 'cancelled', is: 'dated', ofRecord: true },
    { heading: ['Financial Status'], means: 'cancelled', is: ['refunded', 'voided'], ofRecord: true },
    { heading: ['Financial Status'], means: 'unpaid', is: ['pending', 'expired', 'unpaid'], ofRecord: true },
    { heading: ['Financial Status'], means: 'claim', is: ['partially_refunded'], ofRecord: true },
    { heading: ['Financial Status'], usual: 'ask', ofRecord: true },
    { heading: ['Fulfillment Status'], means: 'cancelled', is: ['restocked'], ofRecord: true },
    { heading: ['Fulfillment Status'], means: 'claim', is: ['on_hold', 'request_declined'], ofRecord: true },
    {
      heading: ['Fulfillment Status'],
      means: 'shipped',
      is: ['fulfilled', 'shipped', 'delivered'],
      ofRecord: true,
    },
    { heading: ['Fulfillment Status'], usual: 'ask', ofRecord: true },
    { heading: ['Lineitem fulfillment status'], means: 'shipped', is: ['fulfilled'] },
    { heading: ['Lineitem fulfillment status'], means: 'open', is: ['pending', 'unfulfilled', 'partial'] },
  ],
  missing: { ...missingInOrders, ...missingImporter },
}
