import { headingsIn, rowBy, type Sample } from '../sample'

const headings = headingsIn(
  `ID, Type, SKU, Name, Published, Is featured?, Visibility in catalog, Short description, Description,
  Date sale price starts, Date sale price ends, Tax status, Tax class, In stock?, Stock, Low stock amount,
  Backorders allowed?, Sold individually?, Weight (kg), Length (cm), Width (cm), Height (cm), Allow customer reviews?,
  Purchase note, Sale price, Regular price, Categories, Tags, Shipping class, Images, Download limit,
  Download expiry days, Parent, Grouped products, Upsells, Cross-sells, External URL, Button text, Position,
  Attribute 1 name, Attribute 1 value(s), Attribute 1 visible, Attribute 1 global, Attribute 2 name,
  Attribute 2 value(s), Attribute 2 visible, Attribute 2 global`,
)

const row = (texts: Record<string, string>) => rowBy(headings, texts)
const image = (name: string) => `https://shop.example/wp-content/uploads/${name}.jpg`

/** A product with two variations, one with the parent's SKU and one with its id, and a simple product between them. */
export const wooCommerceProductsSample: Sample = {
  name: 'wc-product-export-1-3-2026.csv',
  kind: 'text',
  encoding: 'utf-8',
  delimiter: ',',
  rows: [
    headings,
    row({
      ID: '44',
      Type: 'variable',
      SKU: 'APR-05',
      Name: 'リネンエプロン',
      Published: '1',
      'Weight (kg)': '0.3',
      Images: `${image('apron-1')}, ${image('apron-2')}`,
      'Attribute 1 name': 'カラー',
      'Attribute 1 value(s)': 'ネイビー, 生成り',
      'Attribute 2 name': '素材',
      'Attribute 2 value(s)': '麻',
    }),
    row({
      ID: '51',
      Type: 'simple',
      SKU: 'CUP-02',
      Name: 'Cup set',
      Stock: '8',
      'Sale price': '2790',
      'Regular price': '3100',
      Images: image('cup'),
    }),
    row({
      ID: '45',
      Type: 'variation',
      SKU: 'APR-05-NV',
      Name: 'リネンエプロン - ネイビー',
      Stock: '5',
      'Regular price': '9800',
      Parent: 'APR-05',
      'Attribute 1 name': 'カラー',
      'Attribute 1 value(s)': 'ネイビー',
    }),
    row({
      ID: '46',
      Type: 'variation',
      Name: 'リネンエプロン - 生成り',
      Stock: '2',
      'Regular price': '9600.50',
      'Weight (kg)': '0.32',
      Parent: 'id:44',
      'Attribute 1 name': 'カラー',
      'Attribute 1 value(s)': '生成り',
    }),
  ],
}
