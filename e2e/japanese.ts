import { NUMBER } from './blocks'
import { localized } from './localized'
import type { WorkbenchWords } from './workbench'

/** A server and a browser for journeys in Japanese. The browser itself reports every response of 401 and 429. */
export const japanese = {
  serverFor: 'japanese',
  locale: 'ja-JP',
  timezoneId: 'Asia/Tokyo',
  expectedErrors: [/status of (401|429)/],
}

/** The words of the workbench in Japanese. */
export const words: WorkbenchWords = {
  errors: 'エラー',
  check: '検証',
  register: '登録',
  connection: '連携',
  draftName: '下書き名',
  pasted: '貼り付けました',
}

/** The headings of a Japanese table, with their columns. */
export const headings: readonly (readonly [heading: string, column: string])[] = [
  ['注文番号', NUMBER],
  ['インコタームズ', 'orderInfo.incoterms'],
  ['国内送り状番号', 'orderInfo.domesticShippingNumber'],
  ['輸出申告の有無', 'orderInfo.isExportDeclaration'],
  ['輸出目的', 'orderInfo.exportPurpose'],
  ['倉庫', 'warehouseId'],
  ['お届け先の国', 'recipient.country'],
  ['お届け先氏名', 'recipient.name'],
  ['お届け先電話番号', 'recipient.contact'],
  ['お届け先郵便番号', 'recipient.zipCode'],
  ['お届け先都道府県', 'recipient.state'],
  ['お届け先市区町村', 'recipient.city'],
  ['お届け先住所', 'recipient.address'],
  ['お届け先建物名・部屋番号', 'recipient.addressDetail'],
  ['輸入者名（日本語）', 'recipient.importerJapaneseName'],
  ['輸入者郵便番号', 'recipient.importerJapaneseZipCode'],
  ['輸入者都道府県（日本語）', 'recipient.importerJapaneseState'],
  ['輸入者市区町村（日本語）', 'recipient.importerJapaneseCity'],
  ['輸入者住所（日本語）', 'recipient.importerJapaneseAddress'],
  ['発送元氏名', 'sender.name'],
  ['発送元電話番号', 'sender.contact'],
  ['梱包重量', 'packageInfo.actualWeight'],
  ['箱数', 'packageInfo.quantity'],
  ['商品名', 'items[].name'],
  ['商品数量', 'items[].quantity'],
  ['商品単価', 'items[].price'],
  ['通貨', 'items[].currency'],
  ['商品重量', 'items[].actualWeight'],
  ['原産国', 'items[].originCountry'],
  ['商品画像URL', 'items[].imageUrl'],
  ['商品コード', 'items[].itemCode'],
  ['HSコード', 'items[].hscode'],
  ['商品素材', 'items[].material'],
  ['商品URL', 'items[].itemUrl'],
]

export const { signIn, openNew } = localized(words, {
  email: 'メールアドレス',
  password: 'パスワード',
  signIn: 'ログイン',
})
