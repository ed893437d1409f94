import { headingsIn, rowBy, type Sample } from './sample'

const headings = headingsIn(
  `店舗伝票番号, 受注日, 受注郵便番号, 受注住所１, 受注住所２, 受注名, 受注名カナ, 受注電話番号, 受注メールアドレス, 発送郵便番号, 発送先住所１,
  発送先住所２, 発送先名, 発送先カナ, 発送電話番号, 支払方法, 発送方法, 商品計, 税金, 発送料, 手数料, ポイント, その他費用, 合計金額, ギフトフラグ,
  時間帯指定, 日付指定, 作業者欄, 備考, 商品名, 商品コード, 商品価格, 受注数量, 商品オプション, 出荷済フラグ, 顧客区分, 顧客コード, 消費税率（%）`,
)

const row = (texts: Record<string, string>) =>
  rowBy(headings, {
    受注日: '2026/03/01 10:00:00',
    受注郵便番号: '1500041',
    受注住所１: '東京都渋谷区神南1-19-11',
    受注名: '高崎 美咲',
    受注電話番号: '09011112222',
    受注メールアドレス: 'misaki@example.jp',
    支払方法: 'クレジットカード',
    出荷済フラグ: '0',
    ...texts,
  })

const misaki = {
  店舗伝票番号: 'NE-1001',
  発送郵便番号: '1500041',
  発送先住所１: '東京都渋谷区神南1-19-11',
  発送先住所２: '401号室',
  発送先名: '高崎 美咲',
  発送電話番号: '09011112222',
}

/**
 * Two items of an order whose room is in the second address; a present with only the city in the first;
 * a shipped order.
 */
export const nextEngineOrdersSample: Sample = {
  name: 'hanyo-jyuchu.csv',
  kind: 'text',
  encoding: 'shift_jis',
  delimiter: ',',
  rows: [
    headings,
    row({ ...misaki, 商品名: '本革 財布', 商品コード: 'wal-01', 商品価格: '12500', 受注数量: '1' }),
    row({ ...misaki, 商品名: 'ウール帽', 商品コード: 'bea-07', 商品価格: '8300', 受注数量: '2' }),
    row({
      店舗伝票番号: 'NE-1002',
      発送郵便番号: "'0600003",
      発送先住所１: '北海道札幌市中央区',
      発送先住所２: '北3条西4丁目1-1 日本生命札幌ビル',
      発送先名: '鈴木 一郎',
      発送電話番号: "'0112223333",
      商品名: 'ソイキャンドル',
      商品コード: 'can-22',
      商品価格: '2300',
      受注数量: '3',
    }),
    row({
      ...misaki,
      店舗伝票番号: 'NE-1003',
      商品名: 'ソイキャンドル',
      商品コード: 'can-22',
      商品価格: '2300',
      受注数量: '1',
      出荷済フラグ: '1',
    }),
  ],
}
