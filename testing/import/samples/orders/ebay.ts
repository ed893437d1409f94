import { headingsIn, rowBy, type Sample } from '../sample'

const headings = headingsIn(
  `Sales Record Number, Order Number, Buyer Username, Buyer Name, Buyer Email, Buyer Note, Buyer Address 1, Buyer Address 2,
  Buyer City, Buyer State, Buyer Zip, Buyer Country, Buyer Tax Identifier Name, Buyer Tax Identifier Value, Ship To Name,
  Ship To Phone, Ship To Address 1, Ship To Address 2, Ship To City, Ship To State, Ship To Zip, Ship To Country,
  Item Number, Item Title, Custom Label, Sold Via Promoted Listings, Quantity, Sold For, Shipping And Handling,
  Item Location, Item Zip Code, Item Country, eBay Collect And Remit Tax Rate, eBay Collect And Remit Tax Type,
  eBay Reference Name, eBay Reference Value, Tax Status, Seller Collected Tax, eBay Collected Tax,
  Electronic Waste Recycling Fee, Mattress Recycling Fee, Battery Recycling Fee, White Goods Disposal Tax,
  Tire Recycling Fee, Additional Fee, eBay Collected Charges, Total Price,
  eBay Collected Tax and Fees Included in Total, Payment Method, Sale Date, Paid On Date, Ship By Date,
  Minimum Estimated Delivery Date, Maximum Estimated Delivery Date, Shipped On Date, Feedback Left, Feedback Received,
  My Item Note, PayPal Transaction ID, Shipping Service, Tracking Number, Transaction ID, Variation Details,
  Global Shipping Program, Global Shipping Reference ID, Click And Collect, Click And Collect Reference Number, eBay Plus,
  Authenticity Verification Program, Authenticity Verification Status, Authenticity Verification Outcome Reason,
  PSA Vault Program, Vault Fulfillment Type, eBay Fulfillment Program, Tax City, Tax State, Tax Zip, Tax Country,
  eBay International Shipping`,
)

const row = (texts: Record<string, string>) => rowBy(headings, texts)
const blank = headings.map(() => '')
/** A line of the report that is not a row of its table: its cells from the left. */
const line = (...cells: string[]) => [...cells, ...blank.slice(cells.length)]

const dana = {
  'Buyer Username': 'dana_m',
  'Buyer Name': 'Dana Miller',
  'Buyer Email': 'dana@example.com',
  'Buyer Country': 'United States',
  'Ship To Name': 'Dana Miller',
  'Ship To Phone': '+1 206-555-0142',
  'Ship To Address 1': '1420 Fifth Avenue',
  'Ship To Address 2': 'Apt 8',
  'Ship To City': 'Seattle',
  'Ship To State': 'WA',
  'Ship To Zip': '98101',
  'Ship To Country': 'United States',
}

const combined = {
  'Sales Record Number': '119',
  'Order Number': '11-10000-00003',
  'Buyer Username': 'hanako_s',
  'Sale Date': 'Mar-01-26',
  'Paid On Date': 'Mar-01-26',
}

/**
 * An order of one item; an order of two items with its row of the total; a shipped order; and one that was not checked
 * out, without a number and an address.
 */
export const ebayOrdersSample: Sample = {
  name: 'eBay-OrdersReport-Mar-03-2026.csv',
  kind: 'text',
  encoding: 'utf-8',
  delimiter: ',',
  hasMark: true,
  rows: [
    blank,
    headings,
    blank,
    row({
      ...dana,
      'Sales Record Number': '121',
      'Order Number': '16-14679-61003',
      'Item Number': '334455667788',
      'Item Title': 'K-beauty set, 3 pcs',
      'Custom Label': 'KB-3',
      Quantity: '3',
      'Sold For': '$24.90',
      'Shipping And Handling': '$9.00',
      'Total Price': '$83.70',
      'Sale Date': 'Mar-02-26',
      'Paid On Date': 'Mar-02-26',
      'Ship By Date': 'Mar-05-26',
    }),
    row({
      ...combined,
      'Buyer Name': 'Hanako Sato',
      'Buyer Email': 'hanako@example.com',
      'Ship To Name': 'Hanako Sato',
      'Ship To Phone': '+81 90 1234 5678',
      'Ship To Address 1': '3-1-3 Umeda',
      'Ship To Address 2': '501',
      'Ship To City': 'Osaka-shi Kita-ku',
      'Ship To State': 'Osaka',
      'Ship To Zip': '530-0001',
      'Ship To Country': 'Japan',
      Quantity: '3',
      'Sold For': '$1,275.80',
      'Shipping And Handling': '$12.00',
      'Total Price': '$1,287.80',
      'Ship By Date': 'Mar-04-26',
    }),
    row({
      ...combined,
      'Item Number': '334455667790',
      'Item Title': 'Wool socks, 2 pairs',
      'Custom Label': 'WS-RS',
      Quantity: '2',
      'Sold For': '$9.90',
      'Variation Details': '[Color:Red,Size:S]',
    }),
    row({
      ...combined,
      'Item Number': '334455667791',
      'Item Title': 'Camera',
      Quantity: '1',
      'Sold For': '$1,256.00',
    }),
    row({
      ...dana,
      'Sales Record Number': '118',
      'Order Number': '09-14601-77001',
      'Item Number': '334455667788',
      'Item Title': 'K-beauty set, 3 pcs',
      'Custom Label': 'KB-3',
      Quantity: '1',
      'Sold For': '$24.90',
      'Paid On Date': 'Feb-26-26',
      'Shipped On Date': 'Feb-27-26',
    }),
    row({
      'Sales Record Number': '117',
      'Buyer Username': 'ken99',
      'Buyer Name': 'Ken Tanaka',
      'Item Number': '334455667788',
      'Item Title': 'K-beauty set, 3 pcs',
      Quantity: '1',
      'Sold For': '$24.90',
      'Sale Date': 'Feb-25-26',
    }),
    blank,
    line('4', 'record(s) downloaded', 'from Feb-25-26 to Mar-03-26'),
    line('Seller ID : korea-shop'),
  ],
}

const ukHeadings = headingsIn(
  `Sales record number, Order number, Buyer username, Buyer name, Buyer email, Buyer note, Buyer address 1, Buyer address 2,
  Buyer city, Buyer county, Buyer postcode, Buyer country, Buyer tax identifier name, Buyer tax identifier value,
  Post to name, Post to phone, Post to address 1, Post to address 2, Post to city, Post to county, Post to postcode,
  Post to country, Item number, Item title, Custom label, Sold via Promoted listings, Quantity, Sold for,
  Postage and packaging, Item location, Item postcode, Item country, Total price, Payment method, Sale date, Paid on date,
  Post by date, Minimum estimated delivery date, Maximum estimated delivery date, Dispatched on date, Feedback left,
  Feedback received, My item note, Delivery service, Tracking number, Transaction ID, Variation details`,
)

/** The report of the United Kingdom, with an order in pounds, which no order may have. */
export const ebayUkOrdersSample: Sample = {
  name: 'eBay-OrdersReport-02-Mar-2026.csv',
  kind: 'text',
  encoding: 'utf-8',
  delimiter: ',',
  rows: [
    ukHeadings,
    rowBy(ukHeadings, {
      'Sales record number': '41',
      'Order number': '04-15250-08826',
      'Buyer username': 'toby',
      'Buyer name': 'Toby Roberts',
      'Post to name': 'Toby Roberts',
      'Post to phone': '07700 900111',
      'Post to address 1': '12 Maple Street',
      'Post to city': 'York',
      'Post to county': 'North Yorkshire',
      'Post to postcode': 'YO1 7HH',
      'Post to country': 'United Kingdom',
      'Item number': '334455667788',
      'Item title': 'K-beauty set, 3 pcs',
      Quantity: '1',
      'Sold for': '£19.99',
      'Paid on date': '02-Mar-26',
      'Post by date': '05-Mar-26',
    }),
    ['1 record(s) downloaded'],
    ['Seller ID: korea-shop'],
  ],
}
