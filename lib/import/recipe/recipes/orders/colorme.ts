import { missingImporter, missingInOrders } from '@/lib/import/recipe/missing-value-sources'
import type { AddressPart, ColumnRule, Recipe } from '@/lib/import/recipe/recipe'
import { usualStates } from '@/lib/import/recipe/values/usual-states'

/** The city is in the address, behind a prefecture of its own column. */
const part = (of: AddressPart): ColumnRule => ({ part: of, of: [['配送先 都道府県名'], ['配送先 住所']] })

/**
 * カラーミーショップ, 受注データ: a row per item with the texts of its order; an order may have several destinations. The
 * headings are those of public programs that read the file.
 */
export const colormeOrders: Recipe = {
  id: 'colorme-orders',
  name: 'カラーミーショップ',
  sheets: ['orders/japan', 'orders/general'],
  known: [['売上ID'], ['配送先 名前'], ['配送先 住所'], ['購入商品 販売個数']],
  group: ['売上ID'],
  apart: ['配送先ID'],
  fields: {
    'orderInfo.mallOrderNumber': { take: ['売上ID'], apostrophe: true },
    'recipient.country': { constant: 'JP' },
    'recipient.name': { take: ['配送先 名前'] },
    'recipient.contact': { take: ['配送先 電話番号'], apostrophe: true },
    'recipient.email': {
      take: ['購入者 メールアドレス'],
      ofBuyer: { name: [['購入者 名前']], recipient: [['配送先 名前']] },
    },
    'recipient.zipCode': { take: ['配送先 郵便番号'], apostrophe: true },
    'recipient.state': { firstOf: [{ take: ['配送先 都道府県名'] }, part('state')] },
    'recipient.city': part('city'),
    'recipient.address': { firstOf: [part('address'), { take: ['配送先 住所'] }] },
    'recipient.addressDetail': part('detail'),
    'items[].name': { take: ['購入商品 商品名'] },
    'items[].quantity': { take: ['購入商品 販売個数'] },
    'items[].price': { take: ['購入商品 販売価格(消費税込)'] },
    'items[].currency': { constant: 'JPY' },
    'items[].itemCode': { firstOf: [{ take: ['購入商品 型番'] }, { take: ['購入商品 商品ID'] }] },
  },
  states: usualStates(['入金状態'], ['発送状態']),
  missing: { ...missingInOrders, ...missingImporter },
}
