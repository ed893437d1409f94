import { headingsIn, rowBy, type Sample } from '../sample'

const headings = headingsIn(
  `配送状態, 注文番号, カート番号, 配送会社, 送り状番号, 発送日, 注文日, 入金日, お届け希望日, 発送予定日, 配送完了日, 配送方法,
  商品番号, 商品名, 数量, オプション情報, オプションコード, おまけ, 受取人名, 受取人名(フリガナ), 受取人電話番号,
  受取人携帯電話番号, 住所, 郵便番号, 国家, 送料の決済, 決済サイト, 通貨, 購入者決済金額, 販売価格, 割引額, 注文金額の合計,
  供給原価の合計, 購入者名, 購入者名(フリガナ), 配送要請事項, 購入者電話番号, 購入者携帯電話番号, 販売者商品コード, JANコード,
  規格番号, プレゼント贈り主, 外部広告, 素材`,
)

const row = (texts: Record<string, string>) => rowBy(headings, texts)

const misaki = {
  カート番号: '88120034',
  受取人名: '髙﨑 美咲',
  '受取人名(フリガナ)': 'タカサキ ミサキ',
  受取人電話番号: '03-1234-5678',
  受取人携帯電話番号: '090-1111-2222',
  住所: '東京都渋谷区神南１－１９－１１ パークビル４Ｆ',
  郵便番号: "'150-0041",
  国家: '日本',
  通貨: '円',
}

/** Headings of the Korean export, in the order of the Japanese one; from a public program that writes it. */
const koreanHeadings = headingsIn(
  `배송상태, 주문번호, 장바구니번호, 택배사, 송장번호, 발송일, 주문일, 입금일, 배달희망일, 발송예정일, 배송완료일, 배송방식, 상품코드, 상품명, 수량,
  옵션정보, 판매자옵션코드, 사은품, 수취인명, 수취인명(음성표기), 수취인전화번호, 수취인핸드폰번호, 주소, 우편번호, 국가, 배송비결제, 주문국가, 통화,
  구매자결제금, 판매가, 할인액, 총주문액, 총공급원가, 구매자명, 구매자명(발음표기), 배송요청사항, 구매자전화번호, 구매자핸드폰번호, 판매자상품코드, JAN코드,
  규격번호, (선물)보내는사람, 외부광고, 소재`,
)
/** The same in English: translations, not confirmed by a document. */
const englishHeadings = headingsIn(
  `Shipping status, Order no., Cart no., Delivery company, Tracking no., Shipping date, Order date, Payment date, Desired date,
  Estimated shipping date, Delivered date, Shipping method, Item code, Item, Qty., Options, Option code, Gift, Recipient,
  Recipient Phonetic name, Recipient Phone number, Recipient mobile Phone number, Address, Postal code, Nation, Payment of
  shipping rate, Payment nation, Currency, Payment, Sell price, Discount, Total price, Settle price, Customer,
  Customer phonetic name, Memo to seller, Customer phone number, Customer mobile Phone number, Seller code, JAN code,
  Standard no., Gift sender, External advertisement, Material`,
)

/** Three shop orders in two carts; the rows of the first cart are not adjacent. */
export const qoo10OrdersSample: Sample = {
  name: 'DeliveryManagement_detail.csv',
  kind: 'text',
  encoding: 'shift_jis',
  delimiter: ',',
  rows: [
    headings,
    row({
      ...misaki,
      注文番号: '612345001',
      商品番号: '900112233',
      商品名: 'Leather wallet 本革 財布',
      数量: '1',
      オプション情報: 'カラー:Black',
      販売価格: '12500',
      販売者商品コード: 'WAL-01',
      素材: '本革',
    }),
    row({
      注文番号: '612345002',
      カート番号: '88120035',
      送り状番号: "'612345678901",
      商品番号: '900112235',
      商品名: 'ソイキャンドル①',
      数量: '3',
      受取人名: '鈴木 一郎',
      受取人電話番号: '011-222-3333',
      住所: '北海道札幌市中央区北3条西4丁目1-1日本生命札幌ビル',
      郵便番号: '060-0003',
      国家: 'JP',
      通貨: 'JPY',
      販売価格: '2,300',
    }),
    row({
      ...misaki,
      注文番号: '612345003',
      商品番号: '900112234',
      商品名: 'Wool beanie',
      数量: '2',
      販売価格: '8300',
      販売者商品コード: 'BEA-07',
    }),
  ],
}

/**
 * The same orders in another language, with a status, and one whose payment is awaited. The public program writes
 * UTF-8: CP949 has no 渋 and no 咲.
 */
const translated = (
  name: string,
  inLanguage: readonly string[],
  [ready, unpaid]: readonly [string, string],
): Sample => {
  const [first = [], ...parcels] = qoo10OrdersSample.rows
  const at = (heading: string) => first.indexOf(heading)
  const readyRows = parcels.map(row => row.with(at('配送状態'), ready))
  const awaited = readyRows[1]
    ?.with(at('配送状態'), unpaid)
    .with(at('注文番号'), '612345004')
    .with(at('カート番号'), '88120036')
  return {
    name,
    kind: 'text',
    encoding: 'utf-8',
    delimiter: ',',
    hasMark: true,
    rows: [inLanguage, ...readyRows, ...(awaited ? [awaited] : [])],
  }
}

export const qoo10KoreanSample: Sample = translated('DeliveryManagement_detail_KR.csv', koreanHeadings, [
  '배송요청',
  '배송대기',
])

export const qoo10EnglishSample: Sample = translated('DeliveryManagement_detail_EN.csv', englishHeadings, [
  'Seller confirm(3)',
  'Awaiting shipping(1)',
])
