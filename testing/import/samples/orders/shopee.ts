import { headingsIn, rowBy, type Sample } from '../sample'

const headings = headingsIn(
  `Order ID, Order Type, Order Status, Hot Listing, Return / Refund Status, Tracking Number*, Shipping Option,
  Shipment Method, Estimated Ship Out Date, Ship Time, Order Creation Date, Order Paid Time, Parent SKU Reference No.,
  Product Name, SKU Reference No., Variation Name, Original Price, Deal Price, Quantity, Returned quantity,
  Product Subtotal, Seller Rebate, Seller Discount, Shopee Rebate, SKU Total Weight, No of product in order,
  Order Total Weight, Voucher Code, Total Amount, Buyer Paid Shipping Fee, Grand Total, Username (Buyer), Receiver Name,
  Phone Number, Delivery Address, Town, District, City, Province, Country, Zip Code, Remark from buyer,
  Order Complete Time, Note`,
)

const row = (texts: Record<string, string>) => rowBy(headings, texts)

const order = {
  'Order ID': '2603011ABCDEF1',
  'Order Status': 'To ship',
  'Estimated Ship Out Date': '2026-03-04 23:59',
  'Username (Buyer)': 'aminah.b',
  'Receiver Name': 'Aminah Binti Ali',
  'Phone Number': '60123456789',
  'Delivery Address': '12, Jalan Ampang, Kuala Lumpur',
  City: 'Kuala Lumpur',
  Province: 'Kuala Lumpur',
  Country: 'MY',
  'Zip Code': '50450',
}

/** An order of two items, one of them without variations, and a cancelled order. */
export const shopeeOrdersSample: Sample = {
  name: 'Order.toship.20260301_20260307.xlsx',
  kind: 'xlsx',
  rows: [
    headings,
    row({
      ...order,
      'Product Name': 'Wool socks',
      'Variation Name': 'Black,M',
      'SKU Reference No.': 'WS-BM',
      'Parent SKU Reference No.': 'WS',
      'Original Price': '25.00',
      'Deal Price': '19.90',
      Quantity: '2',
      'Product Subtotal': '39.80',
    }),
    row({
      ...order,
      'Product Name': 'Cap',
      'Parent SKU Reference No.': 'CAP',
      'Original Price': '30.00',
      'Deal Price': '30.00',
      Quantity: '1',
      'Product Subtotal': '30.00',
    }),
    row({
      ...order,
      'Order ID': '2603011ABCDEF2',
      'Order Status': 'Cancelled',
      'Product Name': 'Cap',
      'Deal Price': '30.00',
      Quantity: '1',
    }),
  ],
}
