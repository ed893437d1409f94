import type { Recipe } from '@/lib/import/recipe/recipe'

/** Headings that orders, which also have SKU numbers, do not have. */
const ownHeadings = [
  '通常購入販売価格',
  'バリエーション項目名定義',
  'バリエーション1選択肢定義',
  'バリエーション2選択肢定義',
]

/** Rakuten RMS, normal-item.csv: a parent row, then a row per SKU. */
export const rakutenProducts: Recipe = {
  id: 'rakuten-products',
  name: '楽天市場 (RMS)',
  sheets: ['products'],
  known: [['商品管理番号(商品URL)', '商品管理番号'], ['商品名'], ['SKU管理番号'], ownHeadings],
  group: ['商品管理番号(商品URL)', '商品管理番号'],
  continues: true,
  options: 'rakuten',
  fields: {
    shopProductId: { take: ['商品管理番号(商品URL)', '商品管理番号'] },
    productName: { take: ['商品名'] },
    brandName: { take: ['ブランド名'] },
    productPrice: {
      firstOf: [{ take: ['表示価格'], nonZero: true }, { take: ['通常購入販売価格', '販売価格'] }],
    },
    discountedProductPrice: { take: ['通常購入販売価格', '販売価格'], beside: ['表示価格'], nonZero: true },
    'items[].itemCode': { firstOf: [{ take: ['システム連携用SKU番号'] }, { take: ['SKU管理番号'] }] },
  },
}
