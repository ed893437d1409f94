import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { exactMeaningOfHeading, meaningOfHeading } from './dictionary'
import { partsOfHeading } from './heading-parts'

/**
 * Subjects that a shipping order requires and that a column of a file may be about; of a product: stocks,
 * prices and options. `taxNumber`: numbers for a customs declaration, for which no order has a field.
 */
export type HeadingTopic = 'recipient' | 'number' | 'status' | 'quantity' | 'price' | 'product' | 'taxNumber'

const PRICE = 'items[].price'

/** Columns of the sheet that are about something of the kind, by the end of their ids. */
const topicByColumn: readonly (readonly [RegExp, HeadingTopic])[] = [
  [/^recipient\.(?!importer|personalCustoms)/, 'recipient'],
  [/mallOrderNumber$/, 'number'],
  [/^items\[\]\.quantity$/, 'quantity'],
  [/^items\[\]\.price$/, 'price'],
  [/^items\[\]\.(name|itemCode)$/, 'product'],
]

/** Words for people other than the recipient. */
const otherPeople = containsAny(
  `注文者|ご注文主|注文主|購入者|購入主|買い手|会員|顧客|請求先|依頼主|送り主|差出人|発送元|出荷元|発送人|荷送人|輸入者|
    주문자|구매자|주문인|결제자|입금자|고객|회원|보내는|발송인|발송자|발송지|송하인|출고지|판매자|반품지|수입자`,
  'buyer|billing|bill|sender|shipper|seller|vendor|customer|payer|member|orderer|purchaser|importer',
)

/** Words for the recipient and the destination. */
const recipientWords = containsAny(
  `受取人|受取先|受取主|届け?先|お届先|送付先|送り先|配送先|配達先|発送先|宛先|宛名|荷受|受領者|氏名|名前|姓|苗字|住所|番地|町名|町域|丁目|建物|
    マンション|アパート|ビル名|部屋番号|号室|方書|郵便|〒|都道府県|市区町村|市町村|郡市|市区|電話|携帯|連絡先|会社名|部署|수취인|받는|받으|받을|수령인|
    수령자|수하인|수신인|수신자|배송지|도착지|성명|성함|이름|주소|도로명|지번|동호수|건물|우편|도도부현|시군구|시구정촌|전화|연락처|휴대폰|핸드폰|
    회사명|부서`,
  `recipient|consignee|receiver|addressee|attn|attention|address|addr|street|apt|apartment|suite|building|bldg|floor|room|
    zip|zipcode|postcode|postal|city|town|prefecture|province|county|phone|tel|telephone|mobile|surname|forename|
    firstname|lastname|company|department|destination`,
)

const statusWords = containsAny(
  `상태|状態|ステータス|状況|취소|반품|환불|キャンセル|取消|返品|返金|클레임`,
  'status|cancel|cancelled|canceled|cancellation|refund|refunded|returned|claim',
)
const dayWords = containsAny(
  '일시|일자|날짜|시간|기한|예정일|희망일|완료일|日時|日付|時間|期限|予定日|希望日|指定日|完了日',
  'date|time|at|day',
)
const deadlineWords = containsAny('기한|期限', 'deadline')
/** Words for a yes or no, such as 複数送付先フラグ: it is about the order, and no part of a recipient or a product. */
const flagWords = containsAny('여부|フラグ', 'flag')
/** Whether a heading is one of remarks, in which a buyer or an operator writes whole sentences. */
export const saysRemark = containsAny(
  '메시지|메세지|메모|요청|비고|사은품|メモ|備考|メッセージ|要望|要請|コメント|ひとこと|のし|熨斗|ラッピング|ギフト',
  'memo|message|messages|note|notes|comment|comments|instruction|instructions|remark|remarks|gift|wrapping',
)
const quantityWords = containsAny('수량|갯수|개수|数量|個数|点数', 'qty|quantity|pcs|pieces')
const priceWords = containsAny('가격|단가|판매가|금액|옵션가|価格|単価|金額|売価|代金', 'price|amount')
/** Words for sums, surcharges and discounts; none is a unit price. */
const sumWords = containsAny(
  `합계|총|할인|배송비|수수료|세금|부가세|적립|포인트|쿠폰|정산|결제|合計|総|小計|割引|値引|送料|手数料|消費税|税額|ポイント|クーポン|請求|決済|
    代引|原価`,
  'total|subtotal|sum|discount|tax|fee|coupon|point|points|paid|payment|cost|tip|duty|commission|balance|outstanding',
)
const totalWords = containsAny('合計|総|小計|[(（［【]計[)）］】]|합계|총|소계', 'total|totals|subtotal|sum')
/** `ioss-number`, `EORI`, `billing_vat_number`, `Tax ID`. A bare `VAT` is an amount. */
const taxNumber =
  /(?<![a-z])(?:ioss|eori|(?:vat|tax|gst)[\s_-]*(?:reg(?:istration)?[\s_.-]*)?(?:id|no|number)(?![a-z]))/i
/** Whether a heading marks its amounts as totals of several pieces. */
export const saysTotal = (heading: string): boolean => totalWords(heading)
/** Words of carriage: their price is not the price of an item. */
const carriageWords = containsAny('배송|配送|発送', 'shipping|delivery|freight|postage')
const productWords = containsAny(
  '상품|제품|품목|품명|물품|추가구성|옵션|색상|사이즈|商品|製品|品名|品番|品目|アイテム|オプション|カラー|サイズ|選択肢|バリエーション|^種類$',
  'item|items|product|products|sku|goods|article|variant|variation|option|options|color|colour|size',
)
/** Whether a heading is one of goods that a buyer added to an item (ESM): they are in no row of their own. */
export const saysAddedGoods = containsAny('추가구성|추가상품', 'addon')
const codeWords = containsAny(
  '番号|コード|번호|코드|바코드|JAN',
  'no|number|id|code|sku|barcode|jan|ean|upc|isbn',
)
/** Whether a heading about goods marks an identifier: a second identifier adds nothing. */
export const saysCode = (heading: string): boolean => codeWords(heading)
const orderWords = containsAny('注文|受注|オーダー|取引|주문|오더', 'order|orders|transaction|sales')
const numberWords = containsAny('番号|コード|ナンバー|伝票|번호|코드', 'no|number|id|ref|reference|code|key')

/**
 * The required subject of a column, by its heading; a column with a subject may not be dropped silently. Columns of
 * other people, readings of names, dates, remarks, sums and headings that the dictionary knows as foreign have none.
 */
export function topicOfHeading(heading: string, sheet: SheetId): HeadingTopic | undefined {
  if (sheets[sheet].recordType === 'product') return topicOfProduct(heading, sheet)
  if (taxNumber.test(heading)) return 'taxNumber'
  const exact = exactMeaningOfHeading(heading, sheet)
  const person = partsOfHeading(heading)
  if (exact && exact.column === undefined && person?.script !== 'latin') return undefined
  if (person && !(person.isVague && exact)) {
    const isRecipients = person.party === undefined || person.party === 'recipient'
    return isRecipients && person.script !== 'kana' && person.field !== 'corporateNumber'
      ? 'recipient'
      : undefined
  }
  const column = exact?.column ?? meaningOfHeading(heading, sheet)?.column
  if (column === PRICE && saysTotal(heading)) return undefined
  if (column !== undefined) return topicByColumn.find(([pattern]) => pattern.test(column))?.[1]
  return topicByWords(heading)
}

const stockWords = containsAny('재고|在庫', 'stock|inventory')
/** Quantities that are not stock: of purchases, sales and alerts. */
const otherQuantityWords = containsAny(
  '최소|최대|구매|주문|판매수량|경고|最小|最大|購入|注文|販売数|警告|通知',
  'min|max|minimum|maximum|order|purchase|sold|pending|limit|alert|low|policy|tracker',
)
/** What the shop pays. 회원가격, the price for members, contains 원가 as well. */
const costWords = containsAny(
  '공급|(?<!회)원가|매입|도매|仕入|原価|下代',
  'cost|supply|wholesale|reserve|unit',
)
const optionWords = containsAny(
  '옵션|색상|사이즈|オプション|カラー|サイズ|選択肢|バリエーション|種類',
  'variation|variations|variant|variants|option|options|color|colour|size',
)

/** Columns of products that a topic is about, by the end of their ids. */
const topicByProductColumn: readonly (readonly [RegExp, HeadingTopic])[] = [
  [/stockQuantity$/, 'quantity'],
  [/(?:product|option)Price$/i, 'price'],
  [/productOption(?:Group)?Name$/, 'product'],
]

/** Options, stocks and prices of a product; the numbers of a product are many, and one suffices. */
function topicOfProduct(heading: string, sheet: SheetId): HeadingTopic | undefined {
  const meaning = meaningOfHeading(heading, sheet)
  if (meaning && meaning.column === undefined) return undefined
  const column = meaning?.column
  if (column !== undefined) return topicByProductColumn.find(([pattern]) => pattern.test(column))?.[1]
  const says = (words: WordTest) => words(heading)
  if (says(dayWords) || says(saysRemark) || says(codeWords)) return undefined
  if (says(stockWords) || says(quantityWords)) return says(otherQuantityWords) ? undefined : 'quantity'
  if (says(sumWords) || says(carriageWords) || says(costWords)) return undefined
  if (says(priceWords)) return 'price'
  return says(optionWords) ? 'product' : undefined
}

function topicByWords(heading: string): HeadingTopic | undefined {
  const says = (words: WordTest) => words(heading)
  if (says(statusWords)) return says(deadlineWords) ? undefined : 'status'
  if (says(dayWords) || says(saysRemark)) return undefined
  if (says(quantityWords)) return 'quantity'
  if (says(sumWords)) return undefined
  if (says(priceWords)) return says(carriageWords) ? undefined : 'price'
  if (says(flagWords)) return undefined
  if (says(productWords)) return 'product'
  if (says(orderWords) && says(numberWords)) return 'number'
  if (says(otherPeople)) return undefined
  return says(recipientWords) ? 'recipient' : undefined
}

type WordTest = (heading: string) => boolean

/** Whether a heading has one of some words: of those in Latin letters a whole one, of others also within a word. */
function containsAny(within: string, whole: string): WordTest {
  const parts = new RegExp(within.replaceAll(/\s/g, ''), 'u')
  const tokens = new Set(whole.replaceAll(/\s/g, '').split('|'))
  return heading => {
    const text = heading.normalize('NFKC')
    if (parts.test(text)) return true
    const words = text.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ').toLowerCase()
    return words.split(/[^a-z]+/).some(word => tokens.has(word))
  }
}
