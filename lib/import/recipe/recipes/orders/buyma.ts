import { missingImporter, missingInOrders, missingPlace } from '@/lib/import/recipe/missing-value-sources'
import type { AddressPart, ColumnRule, Recipe } from '@/lib/import/recipe/recipe'
import { usualStates } from '@/lib/import/recipe/values/usual-states'

const part = (of: AddressPart): ColumnRule => ({ part: of, of: [['住所']] })
const zipCode: ColumnRule = { take: ['郵便番号'], apostrophe: true }
const name: ColumnRule = { firstOf: [{ take: ['名前(本名)'] }, { take: ['名前(ローマ字)'] }] }

/** BUYMA: a row per transaction; name and address in Japanese and in Latin letters. */
export const buymaOrders: Recipe = {
  id: 'buyma-orders',
  name: 'BUYMA',
  sheets: ['orders/japan', 'orders/general'],
  known: [['取引ID'], ['受注数'], ['名前(本名)', '名前(ローマ字)']],
  group: ['取引ID'],
  fields: {
    'orderInfo.mallOrderNumber': { take: ['取引ID'], apostrophe: true },
    'recipient.country': { constant: 'JP' },
    'recipient.name': name,
    'recipient.contact': { take: ['電話番号'], apostrophe: true },
    'recipient.zipCode': zipCode,
    'recipient.state': part('state'),
    'recipient.city': part('city'),
    'recipient.address': part('address'),
    'recipient.addressDetail': part('detail'),
    'recipient.importerJapaneseName': { take: ['名前(本名)'] },
    'recipient.importerJapaneseZipCode': zipCode,
    'recipient.importerJapaneseState': part('state'),
    'recipient.importerJapaneseCity': part('city'),
    'recipient.importerJapaneseAddress': { part: 'address', of: [['住所']], onlyFound: true },
    'recipient.importerJapaneseAddressDetail': part('detail'),
    'items[].name': { take: ['商品名'] },
    'items[].quantity': { take: ['受注数'] },
    'items[].price': { take: ['価格'] },
    'items[].currency': { constant: 'JPY' },
    'items[].itemCode': { take: ['商品ID'] },
  },
  states: usualStates(['取引ステータス', 'ステータス']),
  missing: { ...missingInOrders, ...missingImporter, ...missingPlace },
}
