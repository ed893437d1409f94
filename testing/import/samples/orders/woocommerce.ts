import { headingsIn, rowBy, type Sample } from '../sample'

const skyVergeOrder = `order_id, order_number_formatted, date, status, shipping_total, order_total, order_currency, payment_method,
  shipping_method, customer_id, billing_first_name, billing_last_name, billing_company, billing_email, billing_phone,
  billing_address_1, billing_postcode, billing_city, billing_state, billing_country, shipping_first_name,
  shipping_last_name, shipping_company, shipping_address_1, shipping_address_2, shipping_postcode, shipping_city,
  shipping_state, shipping_country, customer_note`
const packedHeadings = headingsIn(`${skyVergeOrder}, line_items, shipping_items, refunds`)
const packed = (texts: Record<string, string>) => rowBy(packedHeadings, texts)

const misaki = {
  order_currency: 'JPY',
  billing_first_name: '美咲',
  billing_last_name: '髙﨑',
  billing_email: 'misaki@example.jp',
  billing_phone: '090-1111-2222',
  shipping_first_name: '美咲',
  shipping_last_name: '髙﨑',
  shipping_address_1: '神南1-19-11',
  shipping_address_2: 'パークビル 4F',
  shipping_postcode: '150-0041',
  shipping_city: '渋谷区',
  shipping_state: 'JP13',
  shipping_country: 'JP',
}

/** SkyVerge: two items in one cell, with an escaped separator; a present with another buyer; a cancelled order. */
export const wooCommerceOrdersSample: Sample = {
  name: 'orders-export-2026-03-01.csv',
  kind: 'text',
  encoding: 'utf-8',
  delimiter: ',',
  hasMark: true,
  rows: [
    packedHeadings,
    packed({
      ...misaki,
      order_id: '5012',
      order_number_formatted: 'W-5012',
      status: 'processing',
      line_items:
        'id:71|name:Blue Shirt\\; size L|product_id:12|sku:BS-1|quantity:2|subtotal:5000.00|subtotal_tax:0.00|total:4500.00|total_tax:0.00|refunded:0.00|refunded_qty:0|meta:Size=L;id:72|name:울 비니|product_id:13|sku:|quantity:1|subtotal:8300.00|subtotal_tax:0.00|total:8300.00|total_tax:0.00|refunded:0.00|refunded_qty:0|meta:',
    }),
    packed({
      ...misaki,
      order_id: '5013',
      order_number_formatted: 'W-5013',
      status: 'completed',
      shipping_first_name: '健',
      shipping_last_name: '田中',
      shipping_address_1: '栄3-5-12',
      shipping_address_2: '',
      shipping_postcode: "'4600008",
      shipping_city: '名古屋市中区',
      shipping_state: '愛知県',
      line_items: 'id:73|name:Soy candle|product_id:14|sku:CAN-22|quantity:3|subtotal:1000.00|total:1000.00',
    }),
    packed({
      ...misaki,
      order_id: '5014',
      order_number_formatted: 'W-5014',
      status: 'cancelled',
      line_items: 'id:74|name:Soy candle|product_id:14|sku:CAN-22|quantity:1|subtotal:2300.00|total:2300.00',
    }),
  ],
}

const itemHeadings = headingsIn(
  `${skyVergeOrder}, item_id, item_product_id, item_name, item_sku, item_quantity, item_subtotal, item_subtotal_tax, item_total,
  item_total_tax, item_refunded, item_refunded_qty, item_meta, item_price`,
)
const perItem = (texts: Record<string, string>) => rowBy(itemHeadings, texts)

/** SkyVerge: the same first order with a row per item. */
export const wooCommerceItemsSample: Sample = {
  name: 'orders-export-items.csv',
  kind: 'text',
  encoding: 'utf-8',
  delimiter: ',',
  hasMark: true,
  rows: [
    itemHeadings,
    perItem({
      ...misaki,
      order_id: '5012',
      order_number_formatted: 'W-5012',
      status: 'processing',
      item_product_id: '12',
      item_name: 'Blue Shirt; size L',
      item_sku: 'BS-1',
      item_quantity: '2',
      item_subtotal: '5000.00',
      item_refunded_qty: '0',
      item_price: '2500',
    }),
    perItem({
      ...misaki,
      order_id: '5012',
      order_number_formatted: 'W-5012',
      status: 'processing',
      item_product_id: '13',
      item_name: '울 비니',
      item_quantity: '1',
      item_subtotal: '8300.00',
      item_refunded_qty: '0',
      item_price: '8300',
    }),
  ],
}

const cellHeadings = headingsIn(
  `order_id, order_number, order_date, paid_date, status, shipping_total, order_total, order_currency, payment_method,
  payment_method_title, customer_email, billing_first_name, billing_last_name, billing_email, billing_phone,
  billing_address_1, billing_postcode, billing_city, billing_state, billing_country, shipping_first_name,
  shipping_last_name, shipping_company, shipping_address_1, shipping_address_2, shipping_postcode, shipping_city,
  shipping_state, shipping_country, customer_note, line_item_1, line_item_2, line_item_3`,
)

/** WebToffee: the same first order with a cell per item, and an order by bank transfer that is not paid. */
export const wooCommerceCellsSample: Sample = {
  name: 'order_export_2026-03-01.csv',
  kind: 'text',
  encoding: 'utf-8',
  delimiter: ',',
  hasMark: true,
  rows: [
    cellHeadings,
    rowBy(cellHeadings, {
      ...misaki,
      order_id: '5012',
      order_number: '5012',
      status: 'processing',
      line_item_1:
        'name:Blue Shirt; size L|product_id:12|sku:BS-1|quantity:2|total:4500.00|sub_total:5000.00',
      line_item_2: 'name:울 비니 | 겨울|product_id:13|sku:|quantity:1|total:8300.00|sub_total:8300.00',
    }),
    rowBy(cellHeadings, {
      ...misaki,
      order_id: '5015',
      order_number: '5015',
      status: 'on-hold',
      payment_method_title: '銀行振込',
      line_item_1: 'name:Soy candle|product_id:14|sku:CAN-22|quantity:1|total:2300.00|sub_total:2300.00',
    }),
  ],
}

const algolPlusHeadings = headingsIn(
  `Order Number, Order Status, Order Date, Customer Note, First Name (Billing), Last Name (Billing), Company (Billing),
  Address 1&2 (Billing), City (Billing), State Code (Billing), Postcode (Billing), Country Code (Billing), Email (Billing),
  Phone (Billing), First Name (Shipping), Last Name (Shipping), Address 1&2 (Shipping), City (Shipping),
  State Code (Shipping), Postcode (Shipping), Country Code (Shipping), Payment Method Title, Cart Discount Amount,
  Order Subtotal Amount, Shipping Method Title, Order Shipping Amount, Order Refund Amount, Order Total Amount,
  Order Total Tax Amount, SKU, Item #, Item Name, Quantity (- Refund), Quantity, Item Cost, Coupon Code, Discount Amount`,
)
const algolPlus = (texts: Record<string, string>) =>
  rowBy(algolPlusHeadings, {
    'Order Number': '6001',
    'Order Status': 'Processing',
    'First Name (Billing)': 'Dana',
    'Last Name (Billing)': 'Miller',
    'Email (Billing)': 'dana@example.com',
    'Phone (Billing)': "'+1 206-555-0142",
    'First Name (Shipping)': 'Dana',
    'Last Name (Shipping)': 'Miller',
    'Address 1&2 (Shipping)': '1420 Fifth Avenue, Suite 300',
    'City (Shipping)': 'Seattle',
    'State Code (Shipping)': 'WA',
    'Postcode (Shipping)': '98101',
    'Country Code (Shipping)': 'US',
    'Order Refund Amount': '12.00',
    ...texts,
  })

/** AlgolPlus: a row per item; one item was partly refunded. */
export const wooCommerceAdvancedSample: Sample = {
  name: 'orders-2026-03-01.csv',
  kind: 'text',
  encoding: 'utf-8',
  delimiter: ',',
  hasMark: true,
  rows: [
    algolPlusHeadings,
    algolPlus({
      SKU: 'BS-1',
      'Item Name': 'Blue Shirt',
      'Quantity (- Refund)': '1',
      Quantity: '2',
      'Item Cost': '12',
    }),
    algolPlus({
      SKU: 'RH-2',
      'Item Name': 'Red Hat',
      'Quantity (- Refund)': '1',
      Quantity: '1',
      'Item Cost': '9.5',
    }),
  ],
}
