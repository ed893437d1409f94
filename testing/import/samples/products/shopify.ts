import { headingsIn, rowBy, type Sample } from '../sample'

const headings = headingsIn(
  `Title, URL handle, Description, Vendor, Product category, Type, Tags, Published on online store, Status, SKU, Barcode,
  Option1 name, Option1 value, Option1 Linked To, Option2 name, Option2 value, Option2 Linked To, Option3 name,
  Option3 value, Option3 Linked To, Price, Compare-at price, Cost per item, Charge tax, Tax code,
  Unit price total measure, Unit price total measure unit, Unit price base measure, Unit price base measure unit,
  Inventory tracker, Inventory quantity, Continue selling when out of stock, Weight value (grams),
  Weight unit for display, Requires shipping, Fulfillment service, Product image URL, Image position, Image alt text,
  Variant image URL, Gift card, SEO title, SEO description, Color (product.metafields.shopify.color-pattern)`,
)

const legacy = headingsIn(
  `Handle, Title, Body (HTML), Vendor, Product Category, Type, Tags, Published, Option1 Name, Option1 Value,
  Option1 Linked To, Option2 Name, Option2 Value, Option2 Linked To, Option3 Name, Option3 Value, Option3 Linked To,
  Variant SKU, Variant Grams, Variant Inventory Tracker, Variant Inventory Qty, Variant Inventory Policy,
  Variant Fulfillment Service, Variant Price, Variant Compare At Price, Variant Requires Shipping, Variant Taxable,
  Variant Barcode, Image Src, Image Position, Image Alt Text, Gift Card, SEO Title, SEO Description, Variant Image,
  Variant Weight Unit, Variant Tax Code, Cost per item, Status`,
)

const cdn = 'https://cdn.shopify.example/s/files'

const row = (texts: Record<string, string>) => rowBy(headings, texts)
const old = (texts: Record<string, string>) => rowBy(legacy, texts)

/** A wallet in two colours and a row with its second image, and a candle without options. */
export const shopifyProductsSample: Sample = {
  name: 'products_export_1.csv',
  kind: 'text',
  encoding: 'utf-8',
  delimiter: ',',
  rows: [
    headings,
    row({
      Title: '가죽 반지갑 Leather wallet',
      'URL handle': 'leather-wallet',
      Description: '<p>한 장 한 장,\n손으로</p>',
      Vendor: 'Hanbit',
      Status: 'Active',
      SKU: 'WAL-01-BK',
      'Option1 name': '색상',
      'Option1 value': '블랙',
      Price: '12500.00',
      'Compare-at price': '15000.00',
      'Inventory quantity': '12',
      'Weight value (grams)': '250',
      'Product image URL': `${cdn}/wallet-1.jpg`,
      'Image position': '1',
    }),
    row({
      'URL handle': 'leather-wallet',
      SKU: 'WAL-01-BR',
      'Option1 value': '브라운',
      Price: '13000.00',
      'Compare-at price': '15000.00',
      'Inventory quantity': '7',
      'Weight value (grams)': '250',
      'Product image URL': `${cdn}/wallet-3.jpg`,
      'Image position': '3',
    }),
    row({
      'URL handle': 'leather-wallet',
      'Product image URL': `${cdn}/wallet-2.jpg`,
      'Image position': '2',
    }),
    row({
      Title: '소이 캔들',
      'URL handle': 'soy-candle',
      Vendor: '한빛상회',
      SKU: 'CAN-22',
      'Option1 name': 'Title',
      'Option1 value': 'Default Title',
      Price: '23000',
      'Compare-at price': '0.00',
      'Inventory quantity': '30',
      'Product image URL': `${cdn}/candle.jpg`,
      'Image position': '1',
    }),
  ],
}

/** The same shop in the format before 2025: other headings, the handle first. */
export const legacyShopifyProductsSample: Sample = {
  name: 'products_export.csv',
  kind: 'text',
  encoding: 'utf-8',
  delimiter: ',',
  rows: [
    legacy,
    old({
      Handle: 'wool-beanie',
      Title: '울 비니',
      Vendor: 'Hanbit',
      'Option1 Name': 'Color',
      'Option1 Value': 'Ivory',
      'Option2 Name': 'Size',
      'Option2 Value': 'M',
      'Variant SKU': 'BEA-IV-M',
      'Variant Grams': '150',
      'Variant Inventory Qty': '4',
      'Variant Price': '18900',
      'Image Src': `${cdn}/beanie.jpg`,
      'Image Position': '1',
    }),
    old({
      Handle: 'wool-beanie',
      'Option1 Value': 'Navy',
      'Option2 Value': 'L',
      'Variant SKU': 'BEA-NV-L',
      'Variant Grams': '160',
      'Variant Inventory Qty': '0',
      'Variant Price': '17900',
    }),
  ],
}
