import type { AddressPart, Recipe, Rule } from '../recipe'
import { usualStates } from '../usual-states'
import { importer, ofOrders, place } from './missing'

const part = (of: AddressPart): Rule => ({ part: of, of: [['住所']] })
const zipCode: Rule = { take: ['郵便番号'], apostrophe: true }

/**
 * Qoo10 Japan, QSM: a row a product, each with an order number of its own; the cart is what ships together
 * (exports.md, 12). Addresses stand in one text.
 */
export const qoo10Orders: Recipe = {
  id: 'qoo10-orders',
  name: 'Qoo10 Japan (QSM)',
  sheets: ['orders/japan', 'orders/general'],
  known: [
    ['注文番号'],
    ['受取人名'],
    ['住所'],
    ['商品名'],
    ['販売者商品コード', 'カート番号', '配送要請事項'],
  ],
  group: ['カート番号', '注文番号'],
  fields: {
    'orderInfo.mallOrderNumber': { take: ['カート番号', '注文番号'], apostrophe: true },
    '[].$number': { take: ['注文番号'], apostrophe: true },
    'orderInfo.domesticShippingNumber': { take: ['送り状番号'], apostrophe: true },
    'recipient.country': { take: ['国家'], map: 'country' },
    'recipient.name': { take: ['受取人名'] },
    'recipient.contact': {
      firstOf: [
        { take: ['受取人携帯電話番号'], apostrophe: true },
        { take: ['受取人電話番号'], apostrophe: true },
      ],
    },
    'recipient.zipCode': zipCode,
    'recipient.state': part('state'),
    'recipient.city': part('city'),
    'recipient.address': part('address'),
    'recipient.addressDetail': part('detail'),
    'recipient.importerJapaneseName': { take: ['受取人名'] },
    'recipient.importerJapaneseZipCode': zipCode,
    'recipient.importerJapaneseState': part('state'),
    'recipient.importerJapaneseCity': part('city'),
    'recipient.importerJapaneseAddress': { part: 'address', of: [['住所']], onlyFound: true },
    'recipient.importerJapaneseAddressDetail': part('detail'),
    'items[].name': { take: ['商品名'] },
    'items[].quantity': { take: ['数量'] },
    'items[].price': { take: ['販売価格'] },
    'items[].currency': { take: ['通貨'], map: 'currency' },
    'items[].itemCode': { firstOf: [{ take: ['販売者商品コード'] }, { take: ['商品番号'] }] },
    'items[].material': { take: ['素材'] },
  },
  states: [...usualStates(['配送状態']), { heading: ['配送完了日'], means: 'shipped', is: 'dated' }],
  missing: { ...ofOrders, ...importer, ...place },
}
