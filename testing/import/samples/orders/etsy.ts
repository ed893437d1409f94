import { headingsIn, rowBy, type Sample } from '../sample'

const headings = headingsIn(
  `Sale Date, Item Name, Buyer, Quantity, Price, Coupon Code, Coupon Details, Discount Amount, Shipping Discount,
  Order Shipping, Order Sales Tax, Item Total, Currency, Transaction ID, Listing ID, Date Paid, Date Shipped, Ship Name,
  Ship Address1, Ship Address2, Ship City, Ship State, Ship Zipcode, Ship Country, Order ID, Variations, Order Type,
  Listings Type, Payment Type, InPerson Discount, InPerson Location, VAT Paid by Buyer, SKU`,
)

const row = (texts: Record<string, string>) => rowBy(headings, texts)

const order = {
  'Sale Date': '03/01/26',
  Buyer: 'hanakos',
  Currency: 'USD',
  'Date Paid': '03/01/2026',
  'Ship Name': '佐藤 花子',
  'Ship Address1': '梅田3-1-3',
  'Ship Address2': '501',
  'Ship City': '大阪市北区',
  'Ship State': '大阪府',
  'Ship Zipcode': '530-0001',
  'Ship Country': 'Japan',
  'Order ID': '3412345678',
}

/** An order of two items, one of them with a variation and a code, and a shipped order. */
export const etsyOrdersSample: Sample = {
  name: 'EtsySoldOrderItems2026-3.csv',
  kind: 'text',
  encoding: 'utf-8',
  delimiter: ',',
  rows: [
    headings,
    row({
      ...order,
      'Item Name': 'Ceramic mug, speckled',
      Quantity: '2',
      Price: '34.00',
      'Item Total': '68.00',
      'Transaction ID': '4001234567',
      'Listing ID': '1501234567',
      Variations: 'Color:Gray',
      SKU: 'MUG-G',
    }),
    row({
      ...order,
      'Item Name': 'Lavender soap',
      Quantity: '1',
      Price: '9.00',
      'Item Total': '9.00',
      'Transaction ID': '4001234568',
      'Listing ID': '1501234568',
    }),
    row({
      ...order,
      'Order ID': '3412345679',
      'Item Name': 'Lavender soap',
      Quantity: '1',
      Price: '9.00',
      'Item Total': '9.00',
      'Transaction ID': '4001234569',
      'Listing ID': '1501234568',
      'Date Shipped': '03/02/2026',
    }),
  ],
}
