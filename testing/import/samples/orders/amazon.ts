import { headingsIn, rowBy, type Sample } from '../sample'

const headings = headingsIn(
  `order-id, order-item-id, purchase-date, payments-date, buyer-email, buyer-name, buyer-phone-number, sku, product-name,
  quantity-purchased, currency, item-price, item-tax, shipping-price, shipping-tax, ship-service-level, recipient-name,
  ship-address-1, ship-address-2, ship-address-3, ship-city, ship-state, ship-postal-code, ship-country,
  ship-phone-number, delivery-start-date, delivery-end-date, delivery-time-zone, delivery-Instructions`,
)

const row = (texts: Record<string, string>) => rowBy(headings, texts)

/** Totals of rows, one of them not divisible; one city in its own column, and one in the address. */
export const amazonOrdersSample: Sample = {
  name: '50012345678.txt',
  kind: 'text',
  encoding: 'utf-8',
  delimiter: '\t',
  rows: [
    headings,
    row({
      'order-id': '503-1234567-1234567',
      'order-item-id': '12345678901234',
      'buyer-email': 'abc@marketplace.amazon.co.jp',
      sku: 'CAN-22',
      'product-name': 'Soy candle 220g ソイキャンドル',
      'quantity-purchased': '4',
      currency: 'JPY',
      'item-price': '9210',
      'recipient-name': '田中 健',
      'ship-address-1': '栄3-5-12',
      'ship-address-2': '栄ビル',
      'ship-address-3': '2階',
      'ship-city': '名古屋市中区',
      'ship-state': '愛知県',
      'ship-postal-code': '460-0008',
      'ship-country': 'JP',
      'ship-phone-number': '052-111-2222',
    }),
    row({
      'order-id': '503-1234567-1234567',
      'order-item-id': '12345678901235',
      'buyer-email': 'abc@marketplace.amazon.co.jp',
      sku: 'STI-03',
      'product-name': 'Sticker',
      'quantity-purchased': '3',
      currency: 'JPY',
      'item-price': '1000',
      'recipient-name': '田中 健',
      'ship-address-1': '栄3-5-12',
      'ship-address-2': '栄ビル',
      'ship-address-3': '2階',
      'ship-city': '名古屋市中区',
      'ship-state': '愛知県',
      'ship-postal-code': '460-0008',
      'ship-country': 'JP',
      'ship-phone-number': '052-111-2222',
    }),
    row({
      'order-id': '503-7654321-7654321',
      'order-item-id': '12345678901236',
      // The buyer of a present is not its recipient.
      'buyer-phone-number': "'0399999999",
      'ship-phone-number': "'09012345678",
      sku: 'WAL-01',
      'product-name': 'Leather wallet',
      'quantity-purchased': '1',
      currency: 'JPY',
      'item-price': '12500.00',
      'recipient-name': '山田 太郎',
      'ship-address-1': '渋谷区神南1-19-11',
      'ship-state': '東京都',
      'ship-postal-code': '1500041',
    }),
  ],
}

const unshippedHeadings = headingsIn(
  `order-id, order-item-id, purchase-date, payments-date, reporting-date, promise-date, days-past-promise, buyer-email,
  buyer-name, buyer-phone-number, sku, product-name, quantity-purchased, quantity-shipped, quantity-to-ship,
  ship-service-level, recipient-name, ship-address-1, ship-address-2, ship-address-3, ship-city, ship-state,
  ship-postal-code, ship-country, is-business-order, purchase-order-number, price-designation,
  is-buyer-requested-cancellation, buyer-requested-cancel-reason`,
)

const unshipped = (texts: Record<string, string>) =>
  rowBy(unshippedHeadings, {
    'buyer-email': 'abc@marketplace.amazon.co.jp',
    'buyer-name': '田中 健',
    'buyer-phone-number': '052-111-2222',
    'recipient-name': '田中 健',
    'ship-address-1': '名古屋市中区栄3-5-12',
    'ship-address-2': '栄ビル 2階',
    'ship-state': '愛知県',
    'ship-postal-code': '460-0008',
    'ship-country': 'JP',
    'is-business-order': 'false',
    'is-buyer-requested-cancellation': 'false',
    ...texts,
  })

/** Unshipped orders: no prices; an item that is shipped in part, and an order whose buyer wants to cancel it. */
export const amazonUnshippedSample: Sample = {
  name: '60012345678.txt',
  kind: 'text',
  encoding: 'shift_jis',
  delimiter: '\t',
  rows: [
    unshippedHeadings,
    unshipped({
      'order-id': '503-1111111-1111111',
      'order-item-id': '22345678901234',
      sku: 'CAN-22',
      'product-name': 'Soy candle 220g ソイキャンドル',
      'quantity-purchased': '4',
      'quantity-shipped': '1',
      'quantity-to-ship': '3',
    }),
    unshipped({
      'order-id': '503-1111111-1111111',
      'order-item-id': '22345678901235',
      sku: 'STI-03',
      'product-name': 'Sticker',
      'quantity-purchased': '1',
      'quantity-shipped': '0',
      'quantity-to-ship': '1',
    }),
    unshipped({
      'order-id': '503-2222222-2222222',
      'order-item-id': '22345678901236',
      sku: 'WAL-01',
      'product-name': 'Leather wallet',
      'quantity-purchased': '1',
      'quantity-shipped': '0',
      'quantity-to-ship': '1',
      'recipient-name': '山田 太郎',
      'is-buyer-requested-cancellation': 'true',
      'buyer-requested-cancel-reason': 'ORDERED_BY_MISTAKE',
    }),
  ],
}
