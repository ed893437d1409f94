import { headingsIn, rowBy, type Sample } from '../sample'

const headings = headingsIn(
  `商品管理番号（商品URL）, 商品番号, 商品名, 倉庫指定, サーチ表示, 消費税, 商品画像タイプ1, 商品画像パス1, 商品画像タイプ2,
  商品画像パス2, バリエーション項目キー定義, バリエーション項目名定義, バリエーション1選択肢定義, バリエーション2選択肢定義,
  SKU管理番号, システム連携用SKU番号, 通常購入販売価格, 表示価格, 在庫数, バリエーション項目キー1, バリエーション項目選択肢1,
  バリエーション項目キー2, バリエーション項目選択肢2`,
)

const row = (texts: Record<string, string>) => rowBy(headings, texts)

/** A parent with two SKUs whose values are in another order than the axes, and a product of one SKU. */
export const rakutenProductsSample: Sample = {
  name: 'normal-item.csv',
  kind: 'text',
  encoding: 'shift_jis',
  delimiter: ',',
  rows: [
    headings,
    row({
      '商品管理番号（商品URL）': 'linen-apron',
      商品番号: 'APR-05',
      商品名: 'リネンエプロン ソフト表記',
      商品画像タイプ1: 'CABINET',
      商品画像パス1: '/apron/1.jpg',
      商品画像パス2: '/apron/2.jpg',
      バリエーション項目キー定義: 'color|size',
      バリエーション項目名定義: 'カラー|サイズ',
      バリエーション1選択肢定義: 'ネイビー|生成り',
      バリエーション2選択肢定義: 'M|L',
    }),
    row({
      '商品管理番号（商品URL）': 'linen-apron',
      SKU管理番号: 'r-sku00000001',
      システム連携用SKU番号: 'APR-05-NV-M',
      通常購入販売価格: '9800',
      表示価格: '12000',
      在庫数: '5',
      バリエーション項目キー1: 'color',
      バリエーション項目選択肢1: 'ネイビー',
      バリエーション項目キー2: 'size',
      バリエーション項目選択肢2: 'M',
    }),
    row({
      '商品管理番号（商品URL）': 'linen-apron',
      SKU管理番号: 'r-sku00000002',
      通常購入販売価格: '10300',
      在庫数: '2',
      バリエーション項目キー1: 'size',
      バリエーション項目選択肢1: 'L',
      バリエーション項目キー2: 'color',
      バリエーション項目選択肢2: '生成り',
    }),
    row({ '商品管理番号（商品URL）': 'candle-22', 商品番号: 'CAN-22', 商品名: 'ソイキャンドル' }),
    row({
      '商品管理番号（商品URL）': 'candle-22',
      SKU管理番号: 'candle-22',
      通常購入販売価格: '2300',
      在庫数: '30',
    }),
  ],
}
