import { headingsIn, rowBy, type Sample } from '../sample'

const active = headingsIn(
  `Item number, Title, Variation details, Custom label (SKU), Available quantity, Format, Currency, Start price,
  Auction Buy It Now price, Reserve price, Current price, Sold quantity, Watchers, Bids, Start date, End date,
  eBay category 1 name, eBay category 1 number, eBay category 2 name, eBay category 2 number, Condition, Listing site,
  P:UPC, P:EAN, P:ISBN`,
)

const revision = headingsIn(
  `Action, Category name, Item number, Title, Listing site, Currency, Start price, Buy It Now price, Available quantity,
  Relationship, Relationship details, Custom label (SKU)`,
)

const socks = {
  'Item number': '334455667790',
  Title: 'Wool socks, 2 pairs',
  Format: 'FIXED_PRICE',
  Currency: 'USD',
}

/** A set without variations, and socks in two colours and two sizes; one combination is missing. */
export const ebayActiveListingsSample: Sample = {
  name: 'eBay-all-active-listings-report-2026-03-01.csv',
  kind: 'text',
  encoding: 'utf-8',
  delimiter: ',',
  hasMark: true,
  rows: [
    active,
    rowBy(active, {
      'Item number': '334455667788',
      Title: 'K-beauty set, 3 pcs',
      'Custom label (SKU)': 'KB-3',
      'Available quantity': '12',
      Format: 'FIXED_PRICE',
      Currency: 'USD',
      'Start price': '24.9',
      'Current price': '24.9',
      'Sold quantity': '5',
      'Start date': 'Mar-01-26 16:00:01 PST',
      Condition: 'New',
      'Listing site': 'US',
    }),
    rowBy(active, {
      ...socks,
      'Variation details': 'Color=Red;Blue|Size=S;M',
      'Available quantity': '9',
      'Start price': '9.9',
      'Current price': '9.9',
    }),
    rowBy(active, {
      ...socks,
      'Variation details': 'Color=Red|Size=S',
      'Custom label (SKU)': 'WS-RS',
      'Available quantity': '3',
      'Start price': '9.9',
      'Current price': '9.9',
    }),
    rowBy(active, {
      ...socks,
      'Variation details': 'Color=Blue|Size=S',
      'Custom label (SKU)': 'WS-BS',
      'Available quantity': '2',
      'Start price': '9.9',
      'Current price': '9.9',
    }),
    rowBy(active, {
      ...socks,
      'Variation details': 'Color=Blue|Size=M',
      'Custom label (SKU)': 'WS-BM',
      'Available quantity': '4',
      'Start price': '11.5',
      'Current price': '11.5',
    }),
  ],
}

/** Shoes in two sizes, whose variations have no number, and a cap. */
export const ebayRevisionSample: Sample = {
  name: 'eBay-active-revise-price-quantity-download.csv',
  kind: 'text',
  encoding: 'utf-8',
  delimiter: ',',
  rows: [
    ['#INFO', 'Version=1.0.0', 'Template= eBay-active-revise-price-quantity-download_US'],
    revision,
    rowBy(revision, {
      Action: 'Revise',
      'Item number': '327090839752',
      Title: 'Canvas shoes',
      'Listing site': 'US',
      Currency: 'USD',
      'Relationship details': 'Size=9;10',
    }),
    rowBy(revision, {
      'Start price': '85.0',
      'Available quantity': '1',
      Relationship: 'Variation',
      'Relationship details': 'Size=9',
      'Custom label (SKU)': 'CS-9',
    }),
    rowBy(revision, {
      'Start price': '90.0',
      'Available quantity': '2',
      Relationship: 'Variation',
      'Relationship details': 'Size=10',
      'Custom label (SKU)': 'CS-10',
    }),
    rowBy(revision, {
      Action: 'Revise',
      'Item number': '327090839760',
      Title: 'Cap',
      'Listing site': 'US',
      Currency: 'USD',
      'Start price': '19.9',
      'Available quantity': '7',
      'Custom label (SKU)': 'CAP',
    }),
  ],
}
