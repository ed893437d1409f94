import { missingImporter, missingInOrders, missingPlace } from '@/lib/import/recipe/missing-value-sources'
import type { AddressPart, ColumnRule, Recipe } from '@/lib/import/recipe/recipe'
import { usualStates } from '@/lib/import/recipe/values/usual-states'

/**
 * Some systems write prefecture and city into 住所1 and the rest into 住所2 (manual.aiship.jp), others only the building
 * into 住所2.
 */
const part = (of: AddressPart): ColumnRule => ({ part: of, of: [['発送先住所1'], ['発送先住所2']], by: ' ' })

/**
 * ネクストエンジン, 汎用受注CSV: a row per item with the texts of its order (headings in manual.next-engine.net, 5552). Other
 * systems write the same file for Next Engine.
 */
export const nextEngineOrders: Recipe = {
  id: 'next-engine-orders',
  name: 'ネクストエンジン',
  sheets: ['orders/japan', 'orders/general'],
  known: [['店舗伝票番号'], ['発送先名'], ['発送先住所1'], ['商品名', '商品コード']],
  group: ['店舗伝票番号'],
  fields: {
    'orderInfo.mallOrderNumber': { take: ['店舗伝票番号'], apostrophe: true },
    'recipient.country': { constant: 'JP' },
    'recipient.name': { take: ['発送先名'] },
    'recipient.contact': { take: ['発送電話番号', '発送先電話番号'], apostrophe: true },
    'recipient.email': {
      take: ['受注メールアドレス'],
      ofBuyer: { name: [['受注名']], recipient: [['発送先名']] },
    },
    'recipient.zipCode': { take: ['発送郵便番号', '発送先郵便番号'], apostrophe: true },
    'recipient.state': part('state'),
    'recipient.city': part('city'),
    'recipient.address': {
      firstOf: [part('address'), { join: [['発送先住所1'], ['発送先住所2']], by: ' ' }],
    },
    'recipient.addressDetail': part('detail'),
    'items[].name': { take: ['商品名'] },
    'items[].quantity': { take: ['受注数量'] },
    'items[].price': { take: ['商品価格'] },
    'items[].currency': { constant: 'JPY' },
    'items[].itemCode': { take: ['商品コード'] },
  },
  // 出荷済フラグ: 1 and 0, which no document confirms. Texts of 受注状態: next-engine.net, 受注ステータス.
  states: [
    { heading: ['受注状態', '受注ステータス'], means: 'shipped', is: ['出荷確定済', '出荷確定済み'] },
    {
      heading: ['受注状態', '受注ステータス'],
      means: 'open',
      is: ['新規受付', '確認待ち', '引当待ち', '印刷待ち', '納品書印刷待ち', '納品書印刷済', '起票済'],
    },
    ...usualStates(
      ['出荷済フラグ'],
      ['受注状態', '受注ステータス'],
      ['キャンセル区分', '受注キャンセル区分'],
    ),
  ],
  missing: { ...missingInOrders, ...missingImporter, ...missingPlace },
}
