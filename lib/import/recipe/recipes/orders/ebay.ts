import { missingImporter, missingInOrders } from '@/lib/import/recipe/missing-value-sources'
import type { Headings, Recipe } from '@/lib/import/recipe/recipe'

const number: Headings = ['Order Number']
const record: Headings = ['Sales Record Number']
const recipient: Headings = ['Ship To Name', 'Post To Name']
const item: Headings = ['Item Number']
const title: Headings = ['Item Title']
const soldFor: Headings = ['Sold For']

/**
 * eBay Seller Hub, orders report in English (Ship to, or Post to): a row per item. An order of several items begins
 * with a row that has its recipient and its total, and no item; the address is blank on the rows of its items.
 * `Sold For` is the price of one piece. The headings are those of public programs that read the file. It has no status:
 * an order that was not checked out has no date of payment, and often no number.
 */
export const ebayOrders: Recipe = {
  id: 'ebay-orders',
  name: 'eBay',
  sheets: ['orders/general', 'orders/japan'],
  known: [record, number, recipient, title, soldFor],
  group: number,
  summedWithout: [item, title],
  dispatchBy: [['Ship By Date', 'Post By Date']],
  fields: {
    'orderInfo.mallOrderNumber': {
      firstOf: [
        { take: number, apostrophe: true },
        { take: record, apostrophe: true },
      ],
    },
    'recipient.country': { take: ['Ship To Country', 'Post To Country'], map: 'country' },
    'recipient.name': { take: recipient },
    'recipient.contact': { take: ['Ship To Phone', 'Post To Phone'], apostrophe: true },
    'recipient.email': { take: ['Buyer Email'], ofBuyer: { name: [['Buyer Name']], recipient: [recipient] } },
    'recipient.zipCode': {
      take: ['Ship To Zip', 'Post To Postcode', 'Post To Postal Code'],
      apostrophe: true,
    },
    'recipient.state': { take: ['Ship To State', 'Post To County', 'Post To State'] },
    'recipient.city': { take: ['Ship To City', 'Post To City'] },
    'recipient.address': { take: ['Ship To Address 1', 'Post To Address 1'] },
    'recipient.addressDetail': { take: ['Ship To Address 2', 'Post To Address 2'] },
    'items[].name': { join: [title, ['Variation Details']], by: ' - ' },
    'items[].quantity': { take: ['Quantity'] },
    'items[].price': { money: 'amount', from: soldFor },
    'items[].currency': { money: 'currency', from: soldFor },
    'items[].itemCode': { firstOf: [{ take: ['Custom Label'] }, { take: item }] },
  },
  states: [
    { heading: ['Paid On Date'], means: 'unpaid', is: 'undated' },
    { heading: ['Shipped On Date', 'Posted On Date', 'Dispatched On Date'], means: 'shipped', is: 'dated' },
    // These say nothing about the order itself.
    { heading: ['Authenticity Verification Status'], means: 'open', is: [] },
    { heading: ['Tax Status'], means: 'open', is: [] },
  ],
  missing: { ...missingInOrders, ...missingImporter },
}
