import { missingImporter, missingInOrders } from '@/lib/import/recipe/missing-value-sources'
import type {
  ColumnRule,
  Headings,
  ItemPart,
  Recipe,
  StateMeaning,
  StateRule,
} from '@/lib/import/recipe/recipe'
import { prefecturesByCode } from '@/lib/import/recipe/values/prefecture-codes'

// WooCommerce itself exports no addresses; plugins do. Headings by plugin, from their public code and files:
// - SkyVerge, Customer/Order/Coupon Export: order_id, line_items, or item_name and a row per item
// - WebToffee, Order Export: order_id, a cell per item from line_item_1 on
// - AlgolPlus, Advanced Order Export: Order Number, Item Name, a row per item

/** WebToffee writes as many cells as the largest order has items. */
const MAX_CELLS = 60

/** Heading of the first packed cell. Products and Order Items: not confirmed by a document. */
const packed: Headings = ['line_items', 'line_item_1', 'Order Items', 'Products']
const itemName: Headings = ['item_name', 'Item Name', 'Product Name']
const orderId: Headings = ['order_id', 'Order ID']
const orderNumber: Headings = ['order_number_formatted', 'order_number', 'Order Number']

const unpack = (part: ItemPart): ColumnRule => ({ unpack: part, from: packed })

const ofBuyer = {
  name: [
    ['billing_first_name', 'First Name (Billing)'],
    ['billing_last_name', 'Last Name (Billing)'],
  ],
  recipient: [
    ['shipping_first_name', 'First Name (Shipping)'],
    ['shipping_last_name', 'Last Name (Shipping)'],
  ],
}

/** Status codes with and without the prefix by which WooCommerce stores them. */
const statuses = (means: StateMeaning, codes: string, labels = ''): StateRule => ({
  heading: ['status', 'order_status', 'Order Status'],
  means,
  is: [
    ...codes.split(' ').flatMap(code => [code, `wc-${code}`]),
    ...labels.split(', ').filter(label => label !== ''),
  ],
  ofRecord: true,
})

/**
 * WooCommerce, orders by one of its export plugins: a row per item, or a row per order with its items packed into one
 * cell or one cell each. The only telephone number is often the buyer's.
 */
export const wooCommerceOrders: Recipe = {
  id: 'woocommerce-orders',
  name: 'WooCommerce',
  sheets: ['orders/japan', 'orders/general'],
  known: [
    [...orderId, ...orderNumber],
    [
      ...['shipping_last_name', 'Last Name (Shipping)', 'shipping_first_name', 'First Name (Shipping)'],
      ...['shipping_full_name', 'Full Name (Shipping)'],
    ],
    ['shipping_address_1', 'Address 1 (Shipping)', 'Address 1&2 (Shipping)'],
    [...packed, ...itemName],
  ],
  group: [...orderId, ...orderNumber],
  packed: {
    cells: [
      ...packed.map(heading => [heading]),
      ...Array.from({ length: MAX_CELLS - 1 }, (_, at) => [`line_item_${at + 2}`]),
    ],
    unless: itemName,
  },
  fields: {
    'orderInfo.mallOrderNumber': {
      firstOf: [
        { take: orderNumber, apostrophe: true },
        { take: orderId, apostrophe: true },
      ],
    },
    'recipient.country': {
      take: ['shipping_country', 'Country Code (Shipping)', 'Country Name (Shipping)'],
      map: 'country',
    },
    'recipient.name': {
      firstOf: [
        {
          join: [
            ['shipping_first_name', 'First Name (Shipping)'],
            ['shipping_last_name', 'Last Name (Shipping)'],
          ],
          by: ' ',
        },
        { take: ['shipping_full_name', 'Full Name (Shipping)'] },
      ],
    },
    'recipient.contact': {
      firstOf: [
        { take: ['shipping_phone', 'Phone (Shipping)'], apostrophe: true },
        { take: ['billing_phone', 'Phone (Billing)'], apostrophe: true, ofBuyer },
      ],
    },
    'recipient.email': { take: ['billing_email', 'Email (Billing)', 'customer_email'], ofBuyer },
    'recipient.zipCode': { take: ['shipping_postcode', 'Postcode (Shipping)'], apostrophe: true },
    'recipient.state': {
      take: ['shipping_state', 'State Name (Shipping)', 'State Code (Shipping)', 'shipping_state_code'],
      values: prefecturesByCode,
    },
    'recipient.city': { take: ['shipping_city', 'City (Shipping)'] },
    'recipient.address': {
      take: ['shipping_address_1', 'Address 1 (Shipping)', 'Address 1&2 (Shipping)'],
    },
    'recipient.addressDetail': {
      join: [
        ['shipping_address_2', 'Address 2 (Shipping)'],
        ['shipping_company', 'Company (Shipping)'],
      ],
      by: ' ',
    },
    'items[].name': { firstOf: [{ take: itemName }, unpack('name')] },
    // Without a row per item, a column called Quantity counts all items of the order.
    'items[].quantity': {
      firstOf: [
        { take: ['item_quantity', 'Quantity (- Refund)', 'Quantity'], beside: itemName },
        unpack('quantity'),
      ],
    },
    'items[].price': {
      firstOf: [
        { take: ['item_price', 'Item Cost'], beside: itemName },
        {
          divide: ['item_subtotal', 'item_total', 'Order Line (w/o tax)'],
          by: ['item_quantity', 'Quantity'],
        },
        unpack('price'),
      ],
    },
    'items[].currency': { take: ['order_currency', 'Order Currency', 'Currency'], map: 'currency' },
    'items[].itemCode': {
      firstOf: [
        // SkyVerge writes unknown_product for a product that was deleted.
        { take: ['item_sku', 'SKU'], values: { unknown_product: '' }, beside: itemName },
        { take: ['item_product_id', 'Product Id', 'Product ID'], nonZero: true, beside: itemName },
        unpack('code'),
      ],
    },
  },
  states: [
    // woocommerce.com, "Order statuses": on hold is "awaiting payment confirmation"; failed is unpaid.
    statuses('cancelled', 'cancelled canceled refunded trash'),
    // The Japanese labels of pending, on-hold and failed: jp.godaddy.com and nocodeweb.jp about WooCommerce.
    statuses('unpaid', 'pending on-hold failed checkout-draft draft', '保留中, 保留, 失敗, 주문대기, 실패'),
    statuses('open', 'processing'),
    statuses('shipped', 'completed', '주문처리완료'),
    // Codes that the Korean plugin 엠샵 adds, and its labels above: codemshop.com/guide, 송장 업로드.
    statuses('open', 'order-received place-order delayed'),
    statuses('shipped', 'shipping shipped'),
    statuses('claim', 'cancel-request exchange-request accept-exchange return-request accept-return'),
    { heading: ['status', 'order_status', 'Order Status'], usual: 'ask', ofRecord: true },
    // A part was refunded: amounts and quantities other than zero.
    { heading: ['refunded_total', 'Order Refund Amount'], means: 'claim', is: 'dated', ofRecord: true },
    { heading: ['item_refunded_qty'], means: 'claim', is: 'dated' },
  ],
  missing: {
    ...missingInOrders,
    ...missingImporter,
    'items[].currency': 'product-master',
    'items[].price': 'by-hand',
  },
}
