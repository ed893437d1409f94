import { headingsIn, rowBy, type Sample } from '../sample'

/** Full-width and ASCII parentheses in one row, as BUYMA writes them. */
const headings = headingsIn(
  `商品ID, 商品名, 価格, 受注数, 取引ID, ニックネーム, 名前（本名）, 郵便番号, 住所, 電話番号, 発送方法, 色・サイズ, 連絡事項,
  名前（ローマ字）, 住所(ローマ字), 受注メモ`,
)

const row = (texts: Record<string, string>) => rowBy(headings, texts)

/** Two transactions; the second address has no Japanese prefecture or city. */
export const buymaOrdersSample: Sample = {
  name: 'order.csv',
  kind: 'text',
  encoding: 'shift_jis',
  delimiter: ',',
  rows: [
    headings,
    row({
      商品ID: '7012345',
      商品名: 'リネンエプロン',
      価格: '9800',
      受注数: '1',
      取引ID: '45012345',
      '名前（本名）': '伊藤 さくら',
      郵便番号: '980-0811',
      住所: '宮城県仙台市青葉区一番町4-6-1 第一ビル 8F',
      電話番号: '090-7777-8888',
      '名前（ローマ字）': 'Sakura Ito',
      '住所(ローマ字)': '8F Daiichi Bldg, 4-6-1 Ichibancho, Aoba-ku, Sendai',
    }),
    row({
      商品ID: '7012346',
      商品名: 'シルバーピアス',
      価格: '4200',
      受注数: '2',
      取引ID: '45012346',
      郵便番号: "'4600008",
      住所: '3-5-12 Sakae, Naka-ku, Nagoya',
      電話番号: "'09012345678",
      '名前（ローマ字）': 'Ken Tanaka',
    }),
  ],
}
