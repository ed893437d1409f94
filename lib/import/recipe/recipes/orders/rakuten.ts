import { missingImporter, missingInOrders } from '@/lib/import/recipe/missing-value-sources'
import type { AddressPart, ColumnRule, Recipe } from '@/lib/import/recipe/recipe'

const part = (of: AddressPart): ColumnRule => ({
  part: of,
  of: [['送付先住所都道府県'], ['送付先住所郡市区'], ['送付先住所それ以降の住所']],
  city: ['送付先住所郡市区'],
})

/**
 * Rakuten RMS: a row per item; an order may have several destinations; postal codes in two columns and telephone
 * numbers in three, both without leading zeros.
 */
export const rakutenOrders: Recipe = {
  id: 'rakuten-orders',
  name: '楽天市場 (RMS)',
  sheets: ['orders/japan', 'orders/general'],
  known: [['注文番号'], ['送付先姓'], ['送付先名'], ['送付先郵便番号1', '送付先住所都道府県']],
  group: ['注文番号'],
  apart: ['送付先ID'],
  dispatchBy: [['発送期限']],
  fields: {
    'orderInfo.mallOrderNumber': { take: ['注文番号'], apostrophe: true },
    'orderInfo.domesticShippingNumber': { take: ['お荷物伝票番号'], apostrophe: true },
    'recipient.country': { constant: 'JP' },
    'recipient.name': { join: [['送付先姓'], ['送付先名']], by: ' ' },
    'recipient.contact': {
      join: [['送付先電話番号1'], ['送付先電話番号2'], ['送付先電話番号3']],
      by: '-',
      leadingZero: true,
    },
    'recipient.email': {
      take: ['注文者メールアドレス'],
      ofBuyer: { name: [['注文者姓'], ['注文者名']], recipient: [['送付先姓'], ['送付先名']] },
    },
    'recipient.zipCode': { join: [['送付先郵便番号1'], ['送付先郵便番号2']], by: '-', digits: [3, 4] },
    // Some addresses are written into the last column as a whole.
    'recipient.state': { firstOf: [{ take: ['送付先住所都道府県'] }, part('state')] },
    'recipient.city': { firstOf: [{ take: ['送付先住所郡市区'] }, part('city')] },
    'recipient.address': { firstOf: [part('address'), { take: ['送付先住所それ以降の住所'] }] },
    'recipient.addressDetail': part('detail'),
    'items[].name': { take: ['商品名'] },
    'items[].quantity': { take: ['個数'] },
    'items[].price': { take: ['単価'] },
    'items[].currency': { constant: 'JPY' },
    'items[].itemCode': {
      firstOf: [
        { take: ['システム連携用SKU番号'] },
        { take: ['SKU管理番号'] },
        { take: ['商品管理番号', '商品管理番号(商品URL)'] },
        { take: ['商品番号'] },
      ],
    },
  },
  // 800: cancelled by the shop, not yet processed by Rakuten; 600 and 700: paid out, which happens after shipping.
  states: [
    {
      heading: ['ステータス'],
      means: 'cancelled',
      is: ['800', '900', 'キャンセル確定待ち'],
      ofRecord: true,
    },
    {
      heading: ['ステータス'],
      means: 'shipped',
      is: ['500', '600', '700', '支払手続き中', '支払手続き済'],
      ofRecord: true,
    },
    { heading: ['ステータス'], means: 'open', is: ['100', '200', '300', '400'] },
    { heading: ['ステータス'], usual: 'ask', ofRecord: true },
    // Each shop defines its own texts; the status above decides.
    { heading: ['サブステータス'], means: 'open', is: [] },
    { heading: ['サブステータスID'], means: 'open', is: [] },
  ],
  missing: { ...missingInOrders, ...missingImporter },
}
