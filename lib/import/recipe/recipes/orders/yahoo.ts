import { missingImporter, missingInOrders } from '@/lib/import/recipe/missing-value-sources'
import type { Recipe } from '@/lib/import/recipe/recipe'

const bill = [['BillLastName'], ['BillFirstName']]
const ship = [['ShipLastName'], ['ShipFirstName']]

/**
 * Yahoo!ショッピング, ストアクリエイターPro: a row per item with the texts of its order. Headings and codes are
 * those of Yahoo's order API (developer.yahoo.co.jp, 注文検索API and 注文詳細API).
 */
export const yahooOrders: Recipe = {
  id: 'yahoo-orders',
  name: 'Yahoo!ショッピング',
  sheets: ['orders/japan', 'orders/general'],
  known: [
    ['OrderId'],
    ['ShipLastName', 'ShipFirstName'],
    ['ShipPrefecture', 'ShipZipCode'],
    ['ItemId', 'Title'],
  ],
  group: ['OrderId'],
  fields: {
    'orderInfo.mallOrderNumber': { take: ['OrderId'], apostrophe: true },
    'orderInfo.domesticShippingNumber': { take: ['ShipInvoiceNumber1'], apostrophe: true },
    'recipient.country': { constant: 'JP' },
    'recipient.name': { join: ship, by: ' ' },
    'recipient.contact': {
      firstOf: [
        { take: ['ShipPhoneNumber'], apostrophe: true },
        { take: ['ShipEmgPhoneNumber'], apostrophe: true },
      ],
    },
    'recipient.email': { take: ['BillMailAddress'], ofBuyer: { name: bill, recipient: ship } },
    'recipient.zipCode': { take: ['ShipZipCode'], apostrophe: true },
    'recipient.state': { take: ['ShipPrefecture'] },
    'recipient.city': { take: ['ShipCity'] },
    'recipient.address': { take: ['ShipAddress1'] },
    'recipient.addressDetail': { take: ['ShipAddress2'] },
    'items[].name': { take: ['Title'] },
    'items[].quantity': { take: ['Quantity'] },
    'items[].price': { take: ['UnitPrice'] },
    'items[].currency': { constant: 'JPY' },
    'items[].itemCode': { firstOf: [{ take: ['SubCode'] }, { take: ['ItemId'] }] },
  },
  states: [
    // 1 予約中, 2 処理中, 4 キャンセル, 5 完了. 3 is 保留, which the shop sets for reasons of its own: the operator is asked.
    { heading: ['OrderStatus'], means: 'cancelled', is: ['4'], ofRecord: true },
    { heading: ['OrderStatus'], means: 'shipped', is: ['5'], ofRecord: true },
    { heading: ['OrderStatus'], means: 'open', is: ['1', '2'] },
    { heading: ['OrderStatus'], usual: 'ask', ofRecord: true },
    // 0 出荷不可: the payment is awaited. 1 出荷可, 2 出荷処理中, 3 出荷済み, 4 着荷済み.
    { heading: ['ShipStatus'], means: 'unpaid', is: ['0', '出荷不可'], ofRecord: true },
    { heading: ['ShipStatus'], means: 'open', is: ['1', '2', '出荷可', '出荷処理中'] },
    { heading: ['ShipStatus'], means: 'shipped', is: ['3', '4', '着荷済み'], ofRecord: true },
    { heading: ['ShipStatus'], usual: 'ask', ofRecord: true },
    // 0 未入金, 1 入金済. Orders that are paid later may be shipped unpaid, which only ShipStatus shows.
    {
      heading: ['PayStatus'],
      means: 'unpaid',
      is: ['0', '未入金', '入金待ち'],
      ofRecord: true,
      without: ['ShipStatus'],
    },
    { heading: ['PayStatus'], means: 'open', is: ['1', '入金済', '入金済み'] },
    { heading: ['IsActive'], means: 'cancelled', is: ['false'], ofRecord: true },
  ],
  missing: { ...missingInOrders, ...missingImporter },
}
