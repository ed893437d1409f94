import { expect, test } from 'vitest'
import { sampleOf } from '@/testing/import/samples/all'
import { ebayRevisionSample } from '@/testing/import/samples/products/ebay'
import { legacyShopifyProductsSample } from '@/testing/import/samples/products/shopify'
import { readSample, stated } from '@/testing/import/samples/read-sample'

test('Shopify: variants are options, and rows with only an image are images', () => {
  const { lines, orders, leftOut } = readSample(sampleOf('shopify-products'), 'products')
  expect(orders).toBe(2)
  expect(leftOut).toEqual([])
  expect(lines.map(stated)).toEqual([
    {
      row: 2,
      texts: {
        productName: '가죽 반지갑 Leather wallet',
        brandName: 'Hanbit',
        productPrice: '15000.00',
        discountedProductPrice: '12500.00',
        shopProductId: 'leather-wallet',
        'items[].itemCode': 'WAL-01-BK',
        'items[].actualWeight': '0.25',
        mainImage: 'https://cdn.shopify.example/s/files/wallet-1.jpg',
        productImages:
          'https://cdn.shopify.example/s/files/wallet-2.jpg\nhttps://cdn.shopify.example/s/files/wallet-3.jpg',
        'productOptionGroup[].productOptionGroupType': 'COMBINATION',
        'productOptionGroup[].productOptionGroupName[0].productOptionGroupName': '색상',
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': '블랙',
        'productOptionGroup[].productOption[].optionPrice': '0',
        'productOptionGroup[].productOption[].stockQuantity': '12',
        'productOptionGroup[].productOption[].shopOptionId': 'WAL-01-BK',
      },
      made: {
        productImages: 'joined',
        'productOptionGroup[].productOptionGroupType': 'constant',
        'items[].actualWeight': 'divided 250 ÷ 1000 ?',
        'productOptionGroup[].productOption[].optionPrice': 'added 12500.00 − 12500.00',
      },
    },
    {
      row: 3,
      texts: {
        shopProductId: 'leather-wallet',
        'items[].itemCode': 'WAL-01-BR',
        'items[].actualWeight': '0.25',
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': '브라운',
        'productOptionGroup[].productOption[].optionPrice': '500',
        'productOptionGroup[].productOption[].stockQuantity': '7',
        'productOptionGroup[].productOption[].shopOptionId': 'WAL-01-BR',
      },
      made: {
        'items[].actualWeight': 'divided 250 ÷ 1000 ?',
        'productOptionGroup[].productOption[].optionPrice': 'added 13000.00 − 12500.00',
      },
    },
    {
      row: 5,
      texts: {
        productName: '소이 캔들',
        brandName: '한빛상회',
        productPrice: '23000',
        shopProductId: 'soy-candle',
        'items[].itemCode': 'CAN-22',
        mainImage: 'https://cdn.shopify.example/s/files/candle.jpg',
        stockQuantity: '30',
      },
      made: {},
    },
  ])
})

test('WooCommerce: variations belong to their parent, by SKU or by id, in any order of rows', () => {
  const { lines, orders, leftOut } = readSample(sampleOf('woocommerce-products'), 'products')
  expect(orders).toBe(2)
  expect(leftOut).toEqual([])
  expect(lines.map(stated)).toEqual([
    {
      row: 4,
      texts: {
        productName: 'リネンエプロン',
        productPrice: '9800',
        shopProductId: 'APR-05',
        'items[].itemCode': 'APR-05-NV',
        'items[].actualWeight': '0.3',
        mainImage: 'https://shop.example/wp-content/uploads/apron-1.jpg',
        productImages: 'https://shop.example/wp-content/uploads/apron-2.jpg',
        'productOptionGroup[].productOptionGroupType': 'COMBINATION',
        'productOptionGroup[].productOptionGroupName[0].productOptionGroupName': 'カラー',
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': 'ネイビー',
        'productOptionGroup[].productOption[].optionPrice': '0',
        'productOptionGroup[].productOption[].stockQuantity': '5',
        'productOptionGroup[].productOption[].shopOptionId': 'APR-05-NV',
      },
      made: {
        mainImage: 'split',
        productImages: 'split',
        'productOptionGroup[].productOptionGroupType': 'constant',
        'productOptionGroup[].productOption[].optionPrice': 'added 9800 − 9800',
      },
    },
    {
      row: 5,
      texts: {
        shopProductId: 'APR-05',
        'items[].actualWeight': '0.32',
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': '生成り',
        'productOptionGroup[].productOption[].optionPrice': '-199.5',
        'productOptionGroup[].productOption[].stockQuantity': '2',
        'productOptionGroup[].productOption[].shopOptionId': '46',
      },
      made: {
        'productOptionGroup[].productOption[].optionPrice': 'added 9600.50 − 9800',
      },
    },
    {
      row: 3,
      texts: {
        productName: 'Cup set',
        productPrice: '3100',
        discountedProductPrice: '2790',
        shopProductId: 'CUP-02',
        'items[].itemCode': 'CUP-02',
        mainImage: 'https://shop.example/wp-content/uploads/cup.jpg',
        stockQuantity: '8',
      },
      made: {},
    },
  ])
})

test('Rakuten: a parent with its SKUs is one product, with values assigned by their keys', () => {
  const { lines, orders, leftOut } = readSample(sampleOf('rakuten-products'), 'products')
  expect(orders).toBe(2)
  expect(leftOut).toEqual([])
  expect(lines.map(stated)).toEqual([
    {
      row: 3,
      texts: {
        productName: 'リネンエプロン ソフト表記',
        productPrice: '12000',
        discountedProductPrice: '9800',
        shopProductId: 'linen-apron',
        'items[].itemCode': 'APR-05-NV-M',
        mainImage: '/apron/1.jpg',
        productImages: '/apron/2.jpg',
        'productOptionGroup[].productOptionGroupType': 'COMBINATION',
        'productOptionGroup[].productOptionGroupName[0].productOptionGroupName': 'カラー',
        'productOptionGroup[].productOptionGroupName[1].productOptionGroupName': 'サイズ',
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': 'ネイビー',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': 'M',
        'productOptionGroup[].productOption[].optionPrice': '0',
        'productOptionGroup[].productOption[].stockQuantity': '5',
        'productOptionGroup[].productOption[].shopOptionId': 'APR-05-NV-M',
      },
      made: {
        'productOptionGroup[].productOptionGroupType': 'constant',
        'productOptionGroup[].productOptionGroupName[0].productOptionGroupName': 'split',
        'productOptionGroup[].productOptionGroupName[1].productOptionGroupName': 'split',
        'productOptionGroup[].productOption[].optionPrice': 'added 9800 − 9800',
      },
    },
    {
      row: 4,
      texts: {
        shopProductId: 'linen-apron',
        'items[].itemCode': 'r-sku00000002',
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': '生成り',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': 'L',
        'productOptionGroup[].productOption[].optionPrice': '500',
        'productOptionGroup[].productOption[].stockQuantity': '2',
        'productOptionGroup[].productOption[].shopOptionId': 'r-sku00000002',
      },
      made: {
        'productOptionGroup[].productOption[].optionPrice': 'added 10300 − 9800',
      },
    },
    {
      row: 6,
      texts: {
        productName: 'ソイキャンドル',
        productPrice: '2300',
        shopProductId: 'candle-22',
        'items[].itemCode': 'candle-22',
        stockQuantity: '30',
      },
      made: {},
    },
  ])
})

test('Shopify: an export with the earlier headings gives the same lines', () => {
  const { lines, mapping } = readSample(legacyShopifyProductsSample, 'products')
  expect(mapping.recipe.id).toBe('shopify-products')
  expect(lines.map(stated)).toEqual([
    {
      row: 2,
      texts: {
        productName: '울 비니',
        brandName: 'Hanbit',
        productPrice: '18900',
        shopProductId: 'wool-beanie',
        'items[].itemCode': 'BEA-IV-M',
        'items[].actualWeight': '0.15',
        mainImage: 'https://cdn.shopify.example/s/files/beanie.jpg',
        'productOptionGroup[].productOptionGroupType': 'COMBINATION',
        'productOptionGroup[].productOptionGroupName[0].productOptionGroupName': 'Color',
        'productOptionGroup[].productOptionGroupName[1].productOptionGroupName': 'Size',
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': 'Ivory',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': 'M',
        'productOptionGroup[].productOption[].optionPrice': '0',
        'productOptionGroup[].productOption[].stockQuantity': '4',
        'productOptionGroup[].productOption[].shopOptionId': 'BEA-IV-M',
      },
      made: {
        'productOptionGroup[].productOptionGroupType': 'constant',
        'items[].actualWeight': 'divided 150 ÷ 1000 ?',
        'productOptionGroup[].productOption[].optionPrice': 'added 18900 − 18900',
      },
    },
    {
      row: 3,
      texts: {
        shopProductId: 'wool-beanie',
        'items[].itemCode': 'BEA-NV-L',
        'items[].actualWeight': '0.16',
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': 'Navy',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': 'L',
        'productOptionGroup[].productOption[].optionPrice': '-1000',
        'productOptionGroup[].productOption[].stockQuantity': '0',
        'productOptionGroup[].productOption[].shopOptionId': 'BEA-NV-L',
      },
      made: {
        'items[].actualWeight': 'divided 160 ÷ 1000 ?',
        'productOptionGroup[].productOption[].optionPrice': 'added 17900 − 18900',
      },
    },
  ])
})

const OPTION = 'productOptionGroup[].productOption[]'
const optionOf = ({ texts }: { readonly texts: Readonly<Record<string, string>> }) => [
  texts.shopProductId,
  texts[`${OPTION}.productOptionName[0].productOptionName`],
  texts[`${OPTION}.productOptionName[1].productOptionName`],
  texts[`${OPTION}.optionPrice`],
  texts[`${OPTION}.stockQuantity`],
  texts[`${OPTION}.shopOptionId`],
]

test('eBay, active listings: a listing is a product and its variations are options, but the row of the listing is not one', () => {
  const { lines, orders } = readSample(sampleOf('ebay-products'), 'products')
  expect(orders).toBe(2)
  expect(lines.map(({ texts }) => texts.productName)).toEqual([
    'K-beauty set, 3 pcs',
    'Wool socks, 2 pairs',
    '',
    '',
  ])
  expect(lines[0]?.texts).toMatchObject({ productPrice: '24.9', stockQuantity: '12' })
  expect(lines[1]?.texts).toMatchObject({ productPrice: '9.9' })
  expect(lines.slice(1).map(optionOf)).toEqual([
    ['334455667790', 'Red', 'S', '0', '3', 'WS-RS'],
    ['334455667790', 'Blue', 'S', '0', '2', 'WS-BS'],
    ['334455667790', 'Blue', 'M', '1.6', '4', 'WS-BM'],
  ])
})

test('eBay, listings to be revised: variations without a number belong to the listing above', () => {
  const { lines, leftOut } = readSample(ebayRevisionSample, 'products')
  expect(leftOut).toEqual([{ row: 1, why: 'notice' }])
  expect(lines.map(optionOf)).toEqual([
    ['327090839752', '9', undefined, '0', '1', 'CS-9'],
    ['327090839752', '10', undefined, '5', '2', 'CS-10'],
    ['327090839760', undefined, undefined, undefined, undefined, undefined],
  ])
  expect(lines.map(({ texts }) => [texts.productName, texts.productPrice])).toEqual([
    ['Canvas shoes', '85.0'],
    ['', ''],
    ['Cap', '19.9'],
  ])
})

test('eBay: a listing with a single variation, whose row repeats the listing, has one option', () => {
  const rows = [
    'Item number,Title,Variation details,Custom label (SKU),Available quantity,Start price',
    '327090839752,Canvas shoes,[US Shoe Size=9],CS-9,4,85.0',
    '327090839752,,[US Shoe Size=9],CS-9,4,85.0',
  ].map(row => row.split(','))
  const { lines, orders } = readSample({ rows }, 'products')
  expect(orders).toBe(1)
  expect(lines.map(optionOf)).toEqual([['327090839752', '9', undefined, '0', '4', 'CS-9']])
})

test('eBay, new listings: each without a number is a product of its own, with its pictures and brand', () => {
  const rows = [
    'Action(SiteID=US|Version=1193),ItemID,Custom label (SKU),Title,Relationship,RelationshipDetails,Start price,Quantity,Item photo URL,C:Brand',
    'Add,,SOCK,Wool socks,,Color=Red;Blue,,,https://img.example/1.jpg|https://img.example/2.jpg,Hanbit',
    ',,SOCK-R,,Variation,Color=Red,9.90,5,,',
    ',,SOCK-B,,Variation,Color=Blue,9.90,6,,',
    'Add,,CAP,Cap,,,19.90,3,https://img.example/3.jpg,Hanbit',
  ].map(row => row.split(','))
  const { lines, orders } = readSample({ rows }, 'products')
  expect(orders).toBe(2)
  expect(lines.map(optionOf)).toEqual([
    ['SOCK', 'Red', undefined, '0', '5', 'SOCK-R'],
    ['SOCK', 'Blue', undefined, '0', '6', 'SOCK-B'],
    ['CAP', undefined, undefined, undefined, undefined, undefined],
  ])
  expect(lines[0]?.texts).toMatchObject({
    brandName: 'Hanbit',
    mainImage: 'https://img.example/1.jpg',
    productImages: 'https://img.example/2.jpg',
  })
  expect(lines[2]?.texts).toMatchObject({ stockQuantity: '3', productPrice: '19.90' })
})

test('WooCommerce: an address of an image with hundreds of thousands of blanks is read at once', () => {
  const long = `https://shop.example/${' '.repeat(500_000)}.jpg`
  const rows = sampleOf('woocommerce-products').rows.map(row =>
    row.map(cell => (cell.includes('apron-1.jpg') ? `${long} , https://shop.example/2.jpg` : cell)),
  )
  const { lines } = readSample({ rows }, 'products')
  expect(lines.map(({ texts }) => texts.mainImage)).toContain(long)
})
