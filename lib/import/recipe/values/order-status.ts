import type { StateMeaning } from '@/lib/import/recipe/recipe'
import { valueKey } from '@/lib/sheet/schema/choices/codes-by-name'

// Order statuses in the exports of shops, in Korean, Japanese and English. A text gets a meaning only if all of it is
// recognised; otherwise the operator is asked.

/** The subject of a status column: `payment` and `shipping` decide what bare words such as pending or 완료 mean. */
type StatusSubject = 'payment' | 'shipping' | 'order'

/** The kind of a status column: a status, yes and no, or a date. */
type StatusKind = 'status' | 'cancelled-flag' | 'paid-flag' | 'shipped-flag' | 'cancelled-day'

/** The status column that a heading announces. */
interface StatusHeading {
  readonly kind: StatusKind
  readonly subject: StatusSubject
  /**
   * Whether the column is about another subject than the order, as 印刷状況 is: unknown texts in it are not asked about.
   */
  readonly isOtherSubject: boolean
}

/** Longer texts are remarks. */
export const MAX_STATUS_LENGTH = 40

/** Maximum length of a remark that may be a status, in characters. */
export const MAX_REMARK_LENGTH = 16

/** The spelling by which statuses are compared: width, case, blanks and separators aside. */
const statusKey = (text: string): string => valueKey(text).replaceAll(/[\s_\-/・.,:]/g, '')

const statusWords = (list: string): ReadonlySet<string> =>
  new Set(list.split(',').map(text => statusKey(text)))

const subjects: readonly (readonly [StatusSubject, RegExp])[] = [
  ['payment', /결제|입금|payment|paid|financial|支払|入金|決済/],
  ['shipping', /배송|발송|출고|배달|ship|fulfil|deliver|配送|発送|出荷|配達|納品|お届け/],
]

/** Other subjects with their own statuses: goods, mail, printing, members, money. */
const otherSubjects =
  /상품|제품|재고|판매상태|진열|전시|회원|문자|알림|정산|세금|리뷰|인쇄|출력|포장|선물|商品|在庫|会員|メール|印刷|ラッピング|領収|レビュー|精算|検品|condition|product|stock|inventory|member|customer|mail|print|tax|review|gift|marketing|sms/

const statusEnd = /(?:状況|状態|ステータス|상태|status)(?:名|コード|코드|명|정보|code|name|id|値|값)?\d*$/
const cancel =
  '(?:취소|반품|환불|キャンセル|取消し?|取り消し|返品|返金|cancell?ed|cancell?ation|refunded|returned)'
const yesNo = '(?:여부|유무|フラグ|有無|flag|yn|\\(yn\\))'
const flags: readonly (readonly [StatusKind, RegExp])[] = [
  ['cancelled-flag', new RegExp(`^(?:is)?(?:주문|注文|order)?${cancel}(?:${yesNo}|구분|区分)?$`)],
  [
    'paid-flag',
    new RegExp(
      `^(?:is)?(?:입금|결제|入金|決済|支払い?|paid|payment)(?:확인|완료|済み?)?${yesNo}$|^(?:is)?paid$`,
    ),
  ],
  [
    'shipped-flag',
    new RegExp(
      `^(?:is)?(?:발송|출고|배송|発送|出荷|配送|shipped|fulfilled)(?:완료|済み?)?${yesNo}$|^(?:is)?(?:shipped|fulfilled)$`,
    ),
  ],
]
const cancelledDay =
  /^(?:주문|注文|order)?(?:취소|반품|환불|キャンセル|取消|返品|返金)(?:완료|처리|完了|確定)?(?:일|일시|일자|날짜|日|日時|日付)$|^(?:cancell?ed|refunded|returned)(?:at|on|date|time)$|^cancell?ationdate$/

/** The status column that a heading announces; undefined if it announces none. */
export function statusHeading(heading: string): StatusHeading | undefined {
  const text = valueKey(heading).replaceAll(/[*※\p{Cf}]/gu, '')
  const [bare, ...notes] = text.split(/[()[\]【】〔〕]/).map(statusKey)
  const whole = statusKey(text.replaceAll(/[()[\]【】〔〕]/g, ''))
  const subject = subjects.find(([, pattern]) => pattern.test(whole))?.[0] ?? 'order'
  const isOtherSubject = otherSubjects.test(whole) && subject === 'order'
  const forms = [bare ?? '', whole, ...notes].filter(form => form !== '')
  if (forms.some(form => cancelledDay.test(form))) return { kind: 'cancelled-day', subject, isOtherSubject }
  const flag = flags.find(([, pattern]) => forms.some(form => pattern.test(form)))
  if (flag) return { kind: flag[0], subject, isOtherSubject }
  return forms.some(form => statusEnd.test(form)) ? { kind: 'status', subject, isOtherSubject } : undefined
}

const claims =
  /클레임|취소|반품|교환|환불|クレーム|キャンセル|取消|取り消し|返品|交換|返金|claim|cancel|return|exchange|refund/

const items = /상품|품목|아이템|商品|明細|アイテム|item/

/**
 * Whether a heading announces a column about single items, which shops may leave blank beside the others: their status,
 * their claim, whether they are cancelled or shipped. The status and the payment of an order are of all its items.
 */
export function isPerItemHeading(heading: string): boolean {
  const { kind = 'status', subject } = statusHeading(heading) ?? {}
  if (kind !== 'status') return kind !== 'paid-flag'
  // A note about its texts does not change the subject of a column: 주문상태(취소 포함).
  const bare = valueKey(heading).split(/[([【〔]/)[0] ?? ''
  return subject === 'shipping' || claims.test(bare) || items.test(bare)
}

const otherCancellations =
  /품절|결품|재고|부재|영수증|계산서|쿠폰|포인트|적립금|欠品|品切|売り?切|在庫|不在|領収|クーポン|ポイント|stock|soldout|absent|undeliver|receipt|invoice|coupon|voucher/

/**
 * Whether a cancellation below a heading is not that of the order: what to do if goods are sold out or the recipient is
 * absent, or what became of a receipt or a coupon.
 */
export const isOfOtherCancellations = (heading: string): boolean =>
  otherCancellations.test(statusKey(heading))

/** The subject of a column that is a status column only by its texts. */
export const subjectOf = (heading: string): StatusSubject =>
  subjects.find(([, pattern]) => pattern.test(statusKey(heading)))?.[0] ?? 'order'

// Actors and objects before the verb: 구매자취소완료, 注文キャンセル済み.
const koActors =
  '(?:전체|주문|구매자?|고객|판매자?|관리자|직권|자동|시스템|거래|결제|입금전|미입금|미결제|배송전|발송전|품절|예약)*'
const jaActors =
  '(?:全体|全部|注文|受注|取引|予約|購入者?|お?客様?|顧客|店舗|出品者|販売者|自動|システム|入金前|未入金|発送前|決済|(?:お?支払い?)|与信|都合(?:による)?|の)*'
const enPrefixes = '(?:wc|order|orders|payment|fully|full|auto|automatically|system|admin)*'
const enActors =
  '(?:order|completed?|done|success|successful|(?:by|from)?(?:the)?(?:customer|buyer|seller|merchant|shop|store|admin|system|user))*'
const koStem = '(?:취소|반품|환불)'
const jaStem = '(?:キャンセル|取消し?|取り消し|返品|返金|解約)'
const enStem =
  '(?:cancell?ed|cancel|cancell?ation|refunded|refund|returned|return|voided|void|restocked|reversed|trashed?|deleted)'

/** Meanings independent of the column, the most certain first. */
const statusPatterns: readonly (readonly [StateMeaning, RegExp])[] = [
  // A request that was withdrawn or refused leaves the order as it was.
  [
    'open',
    new RegExp(
      `^${koActors}(?:${koStem}|교환)+(?:요청|신청|접수)?(?:거부|거절|반려|철회|불가|취소|없음)(?:완료|됨)?$`,
    ),
  ],
  [
    'open',
    new RegExp(
      `^${jaActors}(?:${jaStem}|交換)+(?:依頼|要請|申請|リクエスト)?(?:拒否|却下|不可|不承認|取下げ?|取り下げ|なし|無し|無)$`,
    ),
  ],
  ['open', /^(?:not(?:cancell?ed|returned|refunded)|no(?:refund|return|cancell?ation|claim)s?)$/],
  [
    'cancelled',
    new RegExp(`^${koActors}${koStem}+(?:처리|완료|됨|확정|승인|종료|건|주문|수거완료|입고완료|된주문)*$`),
  ],
  [
    'cancelled',
    new RegExp(
      `^${jaActors}${jaStem}+(?:済み?|完了|確定|処理済み?|処理完了|成立|受理|承認|注文|された注文|分)*$`,
    ),
  ],
  ['cancelled', new RegExp(`^${enPrefixes}${enStem}${enActors}$`)],
  [
    'claim',
    new RegExp(
      `^${koActors}(?:부분|일부|수량)?(?:${koStem}|교환)+(?:요청|신청|접수|진행|처리|중|대기|수거|예정|보류|심사|검토|문의|확인|완료|승인|배송|재배송|회수|됨)*$`,
    ),
  ],
  [
    'claim',
    new RegExp(
      `^${jaActors}(?:一部|部分)?(?:${jaStem}|交換)+の?(?:依頼|要請|申請|希望|リクエスト|申込|申し込み|受付|受取|待ち|処理|対応|確認|確定|審査|手続き|予定|完了|済み?|中)*$`,
    ),
  ],
  [
    'claim',
    /^(?:partial(?:ly)?|pending|awaiting)(?:refund|refunded|cancel|cancell?ed|cancell?ation|return|returned)$|^(?:cancel|cancell?ation|return|refund|exchange)(?:request(?:ed)?|pending|inprogress|processing|initiated|started|approved|opened|open)+$|^(?:exchanged?|disputed?|chargeback|rma)$/,
  ],
  [
    'unpaid',
    /^(?:주문|무통장|가상계좌)*(?:입금|결제|송금)(?:전|대기|대기중|예정|확인중|확인대기|확인전|미확인|미완료|실패|오류|요청|필요|지연)$|^미(?:입금|결제|납|지불|수금)(?:주문|상태)?$/,
  ],
  [
    'unpaid',
    /^(?:ご?入金|お?支払い?|決済|銀行振込|コンビニ|振込み?|振り込み)(?:前|待ち|待ち中|未|未完了|未確認|確認待ち|確認中|確認前|失敗|エラー|ng|期限切れ)$|^未(?:入金|払い?|支払い?|決済|振込|収)$/,
  ],
  [
    'unpaid',
    /^(?:wc)?(?:unpaid|notpaid|notyetpaid|paymentpending|pendingpayment|awaitingpayment|waiting(?:for)?payment|paymentdue|paymentfailed|failedpayment|paymentrequired|paymentnotreceived|paymenterror|paymentexpired|topay|overdue|checkoutdraft|expired)$/,
  ],
]

const shippedWords =
  statusWords(`fulfilled, shipped, delivered, in transit, out for delivery, on delivery, dispatched, despatched, picked up,
  배송중, 배송완료, 배송 시작, 발송완료, 발송 처리 완료, 발송됨, 출고완료, 출고됨, 배달중, 배달완료, 구매확정, 구매결정완료, 수취확인, 수취완료,
  수령완료, 거래완료, 거래종료, 국제배송중, 집하완료,
  発送済, 発送済み, 発送完了, 出荷済, 出荷済み, 出荷完了, 配送済, 配送済み, 配送中, 配送完了, 配達中, 配達完了, 配達済, 配達済み,
  お届け済, お届け済み, お届け完了, 受取完了, 受取済, 受取済み, 受取確認済, 着荷済, 着荷済み, 輸送中, 取引完了`)

const openWords =
  statusWords(`paid, processing, wc-processing, unfulfilled, unshipped, not shipped, new, new order, open, confirmed, accepted, approved,
  authorized, authorised, captured, ready, ready to ship, ready for shipment, ready for shipping, awaiting shipment,
  awaiting fulfillment, awaiting fulfilment, awaiting collection, awaiting pickup, pending fulfillment, pending shipment,
  to ship, to be shipped, in progress, preparing, packed, packing, picked, picking,
  received, order received, order confirmed, payment complete, payment completed, payment received, payment confirmed,
  partially fulfilled, partially shipped, partially paid, partial, scheduled, normal, none, n/a, na, null, ok, active, preorder, pre-order,
  결제완료, 결제됨, 결제확인, 입금완료, 입금확인, 입금확인완료, 신규, 신규주문, 주문, 주문완료, 주문접수, 주문확인, 접수, 접수완료, 확인, 확인완료,
  발주확인, 발주대기, 발주완료, 미발주, 배송준비, 배송준비중, 배송대기, 배송대기중, 배송전, 배송예정, 배송지시, 배송요청, 배송지연, 상품준비, 상품준비중, 준비중,
  출고대기, 출고대기중, 출고준비, 출고준비중, 출고지시, 출고예정, 출고전, 미출고, 발송대기, 발송대기중, 발송준비, 발송준비중, 발송예정,
  발송전, 미발송, 미배송, 포장중, 포장완료, 송장출력, 처리중, 진행중, 정상, 정상주문, 없음, 해당없음, 예약, 예약주문, 예약구매, 선주문, 결제후확인,
  부분발송, 부분배송, 부분출고,
  新規, 新規注文, 新規受付, 受付, 受付済, 受付済み, 注文済, 注文済み, 注文受付, 注文確認, 注文確認済, 注文確認済み, 注文確認待ち, 確認済, 確認済み,
  注文確定, 入金済, 入金済み, 入金確認済, 入金確認済み, 入金完了, 支払済, 支払済み, 支払い済, 支払い済み, 支払完了, 支払い完了, 決済済, 決済済み,
  決済完了, 与信OK, 与信済, 発送待ち, 発送準備, 発送準備中, 発送前, 発送予定, 発送可, 出荷可, 出荷待ち, 出荷準備, 出荷準備中, 出荷前, 出荷予定,
  出荷指示, 出荷指示済, 出荷指示済み, 出荷処理中, 配送準備, 配送準備中, 配送要請, 配送遅延, 配送待ち, 未発送, 未出荷, 未配送, 未処理, 未対応, 対応待ち, 処理中, 対応中, 準備中,
  梱包中, 梱包済, 予約, 予約中, 予約注文, 通常, 通常注文, 正常, なし, 無し, 該当なし, 楽天処理中, 変更確定待ち, 引当済, 引当済み, 引当待ち, 一部発送, 一部出荷`)

/** Words whose meaning depends on the subject of the column. */
const wordsBySubject: Readonly<
  Record<StatusSubject, Readonly<Partial<Record<StateMeaning, ReadonlySet<string>>>>>
> = {
  payment: {
    unpaid: statusWords(
      'pending, waiting, awaiting, failed, due, not yet, incomplete, 대기, 대기중, 미완료, 실패, 전, 미확인, 확인중, 未, 未済, 未完了, 未確認, 待ち, 失敗, 確認中',
    ),
    open: statusWords(
      'complete, completed, success, succeeded, settled, 완료, 済, 済み, 完了, 確認, cod, 대상아님',
    ),
  },
  shipping: {
    shipped: statusWords('complete, completed, done, 완료, 済, 済み, 完了, 배송, 발송'),
    open: statusWords(
      'pending, waiting, awaiting, not yet, 대기, 대기중, 미완료, 준비, 전, 未, 未済, 未完了, 待ち, 準備',
    ),
  },
  order: {
    shipped: statusWords(
      'complete, completed, wc-completed, closed, archived, done, finished, 완료, 完了, 処理済, 処理済み, 対応済, 対応済み',
    ),
  },
}

const yesWords = statusWords('y, yes, true, 1, t, o, ○, 예, 유, 有, あり, はい, on')
const noWords = statusWords('n, no, false, 0, f, x, ×, 아니오, 아니요, 무, 無, なし, いいえ, off')
const cancellationPattern =
  /취소|반품|환불|교환|철회|キャンセル|取消|取り消し|返品|返金|交換|cancel|refund|return|void|dispute|미입금|미결제|未入金|未払|未決済|ｷｬﾝｾﾙ|unpaid/i
/** Whether a text mentions a cancellation, a return or a missing payment; a fast test for remarks. */
export const mentionsCancellation = (text: string): boolean => cancellationPattern.test(text)

const isDate = /\d{4}\s?[-./年년]\s?\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{4}|\d{8}/

/**
 * The meaning of a status text. `open`: the order is to be shipped.
 * @returns undefined if the meaning is uncertain: a number, an unknown word, or a word with a note that may change it
 */
export function statusMeaning(
  text: string,
  { kind, subject }: Pick<StatusHeading, 'kind' | 'subject'>,
): StateMeaning | undefined {
  if (text.length > MAX_STATUS_LENGTH) return undefined
  const whole = statusKey(text)
  if (/^[ー―‐−]*$/.test(whole)) return 'open'
  if (kind !== 'status') return flagMeaning(text, whole, kind) ?? wordMeaning(whole, subject)
  const known = wordMeaning(whole, subject)
  if (known) return known
  // 1. 배송준비 and 배송준비중(3건) mean 배송준비; a note about a cancellation may change the meaning of the main text.
  const [, main = '', note = ''] =
    /^(?:\d{1,2}[.):]\s*)?([^([【]+)(?:[([【](.*))?$/.exec(valueKey(text)) ?? []
  return main === '' || cancellationPattern.test(statusKey(note))
    ? undefined
    : wordMeaning(statusKey(main), subject)
}

function flagMeaning(text: string, whole: string, kind: StatusKind): StateMeaning | undefined {
  if (kind === 'cancelled-flag' || kind === 'cancelled-day') {
    if (kind === 'cancelled-flag' && yesWords.has(whole)) return 'cancelled'
    if (/^0*$/.test(whole) || noWords.has(whole)) return 'open'
    return isDate.test(valueKey(text)) ? 'cancelled' : undefined
  }
  if (kind === 'paid-flag') return yesWords.has(whole) ? 'open' : noWords.has(whole) ? 'unpaid' : undefined
  return yesWords.has(whole) ? 'shipped' : noWords.has(whole) ? 'open' : undefined
}

function wordMeaning(word: string, subject: StatusSubject): StateMeaning | undefined {
  if (openWords.has(word)) return 'open'
  if (shippedWords.has(word)) return 'shipped'
  for (const [means, words] of Object.entries(wordsBySubject[subject]) as [
    StateMeaning,
    ReadonlySet<string>,
  ][])
    if (words.has(word)) return means
  return statusPatterns.find(([, pattern]) => pattern.test(word))?.[0]
}

/** Payment methods after delivery: an unpaid order is not held back. */
const paidLaterPattern =
  /代引|代金引換|後払|あと払い|着払い|후불|착불|대금상환|\bcod\b|cash ?on ?delivery|pay ?later|invoice/

/** Headings of columns with the payment method. */
export const paymentMethodHeadings: readonly string[] =
  listedHeadings(`支払方法, 支払方法名, 支払い方法, お支払い方法, お支払方法, 決済方法, 決済手段, 決済種別,
  결제수단, 결제방법, 결제방식, 결제구분, Payment Method, payment_method_title, Payment Method Title, PayMethodName, Payment type, Payment`)

function listedHeadings(list: string): string[] {
  return list.split(',').map(heading => heading.trim())
}

/** Whether a payment method pays after delivery. */
export const isPaidLater = (text: string): boolean => paidLaterPattern.test(valueKey(text))
