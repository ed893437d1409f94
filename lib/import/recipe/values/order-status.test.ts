import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { unknownStatuses } from '@/lib/import/lines/import-plan'
import { importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { knownHeadingsOf } from '@/lib/import/match/drift'
import type { Recipe, StateAnswer } from '@/lib/import/recipe/recipe'
import { bookOf } from '@/testing/import/book-of-rows'
import { sampleOf } from '@/testing/import/samples/all'
import { statusHeading } from './order-status'

const NUMBER = 'orderInfo.mallOrderNumber'

/** Status texts of shops by their handling: those of the shops' files, and other common ones. */
const skipped = {
  cancelled: `취소, 취소완료, 취소 처리 완료, 주문취소, 주문취소됨, 구매자 취소, 판매자취소완료, 직권취소, 고객변심 취소, 취소완료(구매자), 반품, 반품완료, 반품수거완료,
    환불, 환불완료, 취소반품완료, キャンセル, キャンセル済, 注文キャンセル, キャンセル確定, キャンセル（購入者都合）, お客様都合によるキャンセル, 取消, 取消済み, 返品済,
    返品完了, 返金済み, 返金処理完了, ｷｬﾝｾﾙ済, Cancelled, CANCELED, Order cancelled, CANCELLED_BY_CUSTOMER, cancelled by seller, wc-cancelled,
    Refunded, wc-refunded, Voided, Returned, Return completed, fully_refunded, Cancellation`,
  unpaid: `미입금, 입금대기, 입금대기중, 입금전, 입금 확인중, 결제대기, 결제전, 결제 실패, 미결제, 무통장입금대기, 가상계좌입금대기, 未入金, 入金待ち, 入金前,
    入金確認待ち, 支払い待ち, お支払い待ち, 決済待ち, 未払い, 未決済, 銀行振込待ち, Unpaid, Not paid, Pending payment, payment_pending, AWAITING_PAYMENT,
    Waiting for payment, payment failed, 결제 지연`,
}
const shippable = `결제완료, 입금확인, 신규주문, 발주확인, 배송준비중, 상품준비중, 출고대기, 배송대기, 취소철회, 반품거부, 배송중, 배송완료, 구매확정, 신규, 정상,
  入金済, 入金済み, 支払済み, 新規受付, 発送待ち, 発送準備中, 未発送, 出荷指示済み, 処理中, 発送済, 配送完了, キャンセル却下, 予約中, Paid, Processing,
  Unfulfilled, Awaiting shipment, ready_to_ship, Unshipped, Shipped, Delivered, wc-processing, Not cancelled, 배송준비중(3건), 1. 배송준비`
/** Ambiguous texts, which the operator is asked about. */
const unclear = `31, 07, 4, S2, E-9, 보류, 홀드, 품절 후 연락, 특이사항, 保留, 要確認, ペンディング, On hold, Flagged, 발송완료(취소), 発送済（一部キャンセル）,
  cancel?, 취소후재주문`

const listed = (list: string) => list.split(',').map(text => text.trim())
const headings = listed(
  `주문상태, 주문 상태, 상태, 처리상태, 주문상태(품목), [상태], 배송 상태명, 注文状況, 注文ステータス, 受注状態, 状態, ステータス, 注文（ステータス）, 処理状況, 受注ステータスコード,
  Order Status, order_status, STATUS, Status, Fulfilment status, Shipment Status, *주문상태, 현재상태1, 진행, 구분, 処理, Stage`,
)

/** Orders of an unknown shop, one for each text, in a column at any position. */
function read(
  heading: string,
  texts: readonly string[],
  { at = 2, answers = [] as readonly StateAnswer[], remembered = [] as readonly Recipe[] } = {},
) {
  const put = (row: readonly string[], text: string) => row.toSpliced(at, 0, text)
  const rows = texts.map((text, row) => put([`N${row}`, '山田太郎', `상품 ${row}`, '1'], text))
  const book = bookOf([put(['주문번호', '수취인명', '상품명', '수량'], heading), ...rows])
  const mapping = detectMapping(book, { sheet: 'orders/japan', answers, remembered })
  const { lines, skipped } = importTable(book, mapping)
  const [table] = book.tables
  const asked = table ? unknownStatuses(table, mapping) : []
  return {
    mapping,
    imported: lines.map(({ texts }) => texts[NUMBER]),
    skipped,
    asked: asked.map(({ text }) => text.normalize('NFKC')),
  }
}

const judged = [
  ...(['cancelled', 'unpaid'] as const).flatMap(means =>
    listed(skipped[means]).map(text => ({ text, means })),
  ),
  ...listed(shippable).map(text => ({ text, means: 'open' as const })),
  ...listed(unclear).map(text => ({ text, means: 'unclear' as const })),
]

test('an order is skipped by its status or asked about, never silently, for any heading and position of the column', () => {
  const some = fc.uniqueArray(fc.constantFrom(...judged), {
    minLength: 1,
    maxLength: 8,
    selector: one => one.text,
  })
  fc.assert(
    fc.property(fc.constantFrom(...headings), some, fc.integer({ min: 0, max: 4 }), (heading, orders, at) => {
      // A column with an unknown heading is a status column if most of its texts are statuses.
      const isNamed = statusHeading(heading) !== undefined
      const known = orders.filter(({ means }) => means !== 'unclear').length
      fc.pre(isNamed || (known * 2 > orders.length && orders.some(({ means }) => means === 'cancelled')))
      const { imported, skipped, asked } = read(
        heading,
        orders.map(({ text }) => text),
        { at },
      )
      for (const [row, { text, means }] of orders.entries()) {
        const isAsked = asked.includes(text.normalize('NFKC'))
        const skippedAs = skipped.find(({ number }) => number === `N${row}`)?.means
        const result = [
          heading,
          text,
          isAsked ? 'asked' : imported.includes(`N${row}`) ? 'imported' : skippedAs,
        ]
        if (means === 'open') expect(result).toEqual([heading, text, 'imported'])
        else if (means === 'unclear') expect(result).toEqual([heading, text, 'asked'])
        else expect([means, 'asked']).toContain(result[2])
      }
    }),
    { numRuns: 300 },
  )
})

test('nearly all status texts of shops are recognised; few are asked about', () => {
  const asked = judged.flatMap(({ text, means }) =>
    means === 'unclear' ? [] : read('주문상태', [text]).asked,
  )
  expect(asked).toEqual(['고객변심 취소'])
})

test.each<readonly [string, string, string | undefined]>([
  ['결제상태', '대기', 'unpaid'],
  ['결제상태', '완료', undefined],
  ['Payment Status', 'pending', 'unpaid'],
  ['Financial Status', 'authorized', undefined],
  ['入金状況', '未', 'unpaid'],
  ['入金状況', '済', undefined],
  ['배송상태', '대기', undefined],
  ['発送状況', '済', 'shipped'],
  ['발송여부', 'Y', 'shipped'],
  ['出荷済フラグ', '1', 'shipped'],
  ['취소여부', 'Y', 'cancelled'],
  ['취소여부', 'N', undefined],
  ['キャンセルフラグ', '1', 'cancelled'],
  ['キャンセルフラグ', '0', undefined],
  ['キャンセル区分', 'キャンセル', 'cancelled'],
  ['キャンセル区分', '通常', undefined],
  ['is_cancelled', 'TRUE', 'cancelled'],
  ['반품여부', '예', 'cancelled'],
  ['입금여부', 'N', 'unpaid'],
  ['Paid', 'yes', undefined],
  ['주문취소일시', '2026-03-02 10:00', 'cancelled'],
  ['返金日', '2026/3/2', 'cancelled'],
  ['キャンセル期限日', '2026/3/2', undefined],
  ['취소요청일', '2026-03-02', undefined],
  ['주문상태', '취소요청', 'claim'],
  ['클레임상태', '반품 수거중', 'claim'],
  ['주문상태', '부분취소', 'claim'],
  ['注文状況', '一部返金', 'claim'],
  ['ステータス', 'キャンセル申請中', 'claim'],
  ['Order status', 'Cancellation requested', 'claim'],
  ['Status', 'Partially refunded', 'claim'],
])('%s: %s is reported as %s', (heading, text, means) => {
  const { imported, skipped, asked } = read(heading, [text])
  expect([skipped.map(one => one.means), asked]).toEqual([means ? [means] : [], []])
  expect(imported).toEqual(means === 'cancelled' || means === 'unpaid' ? [] : ['N0'])
})

test('a cancellation date on the first row of an order applies to all its rows', () => {
  const book = bookOf([
    ['주문번호', '수취인명', '취소일시', '상품명', '수량'],
    ['N1', '山田', '2026-03-02', '지갑', '1'],
    ['N1', '', '', '양말', '1'],
    ['N2', '鈴木', '', '모자', '1'],
  ])
  const { skipped } = importTable(book, detectMapping(book, { sheet: 'orders/japan' }))
  expect(skipped).toMatchObject([{ means: 'cancelled', number: 'N1', isWhole: true, rows: [2, 3] }])
})

test('statuses of other subjects than orders are not asked about', () => {
  for (const [heading, text] of [
    ['メール送信状況', '3'],
    ['印刷状態', '未'],
    ['상품상태', '중고'],
    ['재고상태', '7'],
    ['Tax status', 'taxable'],
  ] as const)
    expect([heading, read(heading, [text]).asked]).toEqual([heading, []])
})

test('a flag other than yes and no is asked about', () => {
  expect(read('キャンセル区分', ['0', '1', '2'])).toMatchObject({ asked: ['2'], imported: ['N0', 'N2'] })
})

test('pending means an open payment or an unshipped parcel by its column, and is asked about in other columns', () => {
  expect(read('Order status', ['pending'])).toMatchObject({ asked: ['pending'], skipped: [] })
  expect(read('Payment status', ['pending']).imported).toEqual([])
  expect(read('Shipping status', ['pending'])).toMatchObject({ asked: [], imported: ['N0'] })
})

test('a column with more texts than a shop has statuses is a remark, and is not asked about', () => {
  const remarks = Array.from({ length: 30 }, (_, row) => `메모 ${row}`)
  expect(read('상태', remarks)).toMatchObject({ asked: [], skipped: [] })
  // A cancellation among a thousand remarks is still found.
  const many = Array.from({ length: 1000 }, (_, row) => `메모 ${row}`)
  expect(read('상태', [...many, '주문취소']).skipped).toMatchObject([{ means: 'cancelled', number: 'N1000' }])
})

test('a remark that only says that its order is cancelled holds it back, whatever the other remarks say', () => {
  const remarks = ['급함', '취소', '합포장', '30일 발송 요망', '취소 시 연락 바람']
  for (const heading of ['비고', '備考', '메모', 'ㅂㄱ']) {
    const { skipped, asked, imported } = read(heading, remarks)
    expect(skipped).toMatchObject([{ means: 'cancelled', number: 'N1', isWhole: true }])
    expect([asked, imported]).toEqual([[], ['N0', 'N2', 'N3', 'N4']])
  }
  const many = Array.from({ length: 40 }, (_, row) => `메모 ${row}`)
  expect(read('비고', [...many, '취소 요청']).skipped).toMatchObject([{ means: 'claim', number: 'N40' }])
  const month = Array.from({ length: 400 }, (_, at) => `요청 ${at}`)
  expect(read('비고', [...month, '취소']).skipped).toMatchObject([{ means: 'cancelled', number: 'N400' }])
  expect(read('備考', [...many, 'キャンセル']).skipped).toMatchObject([{ means: 'cancelled' }])
  // Without a cancellation a remark has no meaning.
  expect(read('비고', ['급함', '완료', '합포장', '2박스', '깨지기 쉬움'])).toMatchObject({
    asked: [],
    skipped: [],
  })
})

test('a remark below the first row of an order is about its own row, one in the first row about the order', () => {
  const readOrder = (...remarks: readonly string[]) => {
    const rows = remarks.map((remark, at) => ['N1', '山田太郎', `상품 ${at}`, '1', remark])
    const others = ['급함', '합포장', '선물', ''].map((remark, at) => [
      `N${at + 2}`,
      '鈴木',
      '모자',
      '1',
      remark,
    ])
    const book = bookOf([['주문번호', '수취인명', '상품명', '수량', '비고'], ...rows, ...others])
    return importTable(book, detectMapping(book, { sheet: 'orders/japan' })).skipped
  }
  expect(readOrder('', '취소', '')).toMatchObject([{ number: 'N1', isWhole: false, rows: [3] }])
  expect(readOrder('취소', '', '')).toMatchObject([{ number: 'N1', isWhole: true }])
})

test('a cancellation that is not that of the order holds nothing back', () => {
  const choices = (word: string) => [word, '대체상품', '전화 요망', '부분발송', '代替品']
  for (const heading of ['품절 시 처리', '欠品時の対応', '현금영수증', 'If out of stock', 'クーポン'])
    expect([heading, read(heading, choices('취소')).skipped]).toEqual([heading, []])
  for (const title of ['Return', 'VOID']) expect(read('앨범', choices(title)).skipped).toEqual([])
})

test('a long status is asked about beside the others of its column, and silences no question about them', () => {
  const long = 'Cancelled by the system because the parcel was not dispatched in time'
  const [remark, days] = ['가'.repeat(301), Array.from({ length: 30 }, (_, day) => `${long}: day ${day}`)]
  expect(read('Order Status', ['To return', long, remark]).asked).toEqual(['To return', long])
  expect(read('Order Status', ['To return', ...days]).asked).toEqual(['To return'])
  const answers: StateAnswer[] = [{ heading: ['Order Status'], means: 'cancelled', is: [long] }]
  const answered = read('Order Status', ['To return', long], { answers })
  expect([answered.asked, answered.imported]).toEqual([['To return'], ['N0']])
})

test('an order that is paid after delivery is not held back', () => {
  const rows = [
    ['注文番号', '送付先名', '支払方法', '入金状況', '商品名', '数量'],
    ['N1', '山田', '代金引換', '未入金', '財布', '1'],
    ['N2', '鈴木', '銀行振込', '未入金', '財布', '1'],
    ['N3', '佐藤', 'NP後払い', '未入金', '財布', '1'],
  ]
  const book = bookOf(rows)
  const { skipped } = importTable(book, detectMapping(book, { sheet: 'orders/japan' }))
  expect(skipped.map(({ means, number }) => [means, number])).toEqual([['unpaid', 'N2']])
})

test('a code is asked about until an operator gives its meaning, which then applies to files with the same headings', () => {
  const texts = ['31', '10', '31', '20', '취소완료']
  const first = read('注文状況', texts)
  expect(first.asked).toEqual(['31', '10', '20'])
  expect(first.imported).toEqual(['N0', 'N1', 'N2', 'N3'])

  const answers: StateAnswer[] = [
    { heading: ['注文状況'], means: 'cancelled', is: ['31'] },
    { heading: ['注文状況'], means: 'open', is: ['10'] },
    { heading: ['注文状況'], means: 'unpaid', is: ['20'] },
  ]
  const answered = read('注文状況', texts, { answers })
  expect(answered.asked).toEqual([])
  expect(answered.imported).toEqual(['N1'])

  const kept: Recipe = {
    id: 'kept',
    name: 'shop',
    sheets: ['orders/japan'],
    known: knownHeadingsOf(['注文状況', '주문번호', '수취인명', '상품명', '수량']),
    fields: {},
    answers,
  }
  const later = read('注文状況', [...texts, '40'], { remembered: [kept], at: 0 })
  expect(later.asked).toEqual(['40'])
  expect(later.imported).toEqual(['N1', 'N5'])
  // The entry maps no columns, so the file is read as before.
  expect(later.mapping.by).toBe('guess')
})

test('the codes of a known shop are known; a new one is asked about', () => {
  const asked = (code: string) => {
    const [headings = [], ...rows] = sampleOf('rakuten-orders').rows
    const at = headings.indexOf('ステータス')
    const book = bookOf([headings, ...rows.map(row => row.with(at, code))])
    const [table] = book.tables
    return (
      table && unknownStatuses(table, detectMapping(book, { sheet: 'orders/japan' })).map(({ text }) => text)
    )
  }
  expect(asked('300')).toEqual([])
  expect(asked('900')).toEqual([])
  expect(asked('950')).toEqual(['950'])
})

test('the meaning of a code at one shop does not apply to a file with other headings', () => {
  const other: Recipe = {
    id: 'other',
    name: 'another shop',
    sheets: ['orders/japan'],
    known: knownHeadingsOf(['注文状況', '会員番号', '受注日', '商品コード', '備考', '店舗']),
    fields: {},
    answers: [{ heading: ['注文状況'], means: 'open', is: ['31'] }],
  }
  expect(read('注文状況', ['31'], { remembered: [other] }).asked).toEqual(['31'])
})

test('a sheet whose name means cancelled is skipped as a whole and reported', () => {
  const rows = [
    ['주문번호', '수취인명', '상품명', '수량'],
    ['N1', '山田', '지갑', '1'],
  ]
  const book = bookOf(rows)
  const named = (name: string) => {
    const tables = book.tables.map(table => ({ ...table, name }))
    const { lines, skipped } = importTable(
      { ...book, tables },
      detectMapping({ ...book, tables }, { sheet: 'orders/japan' }),
    )
    return [lines.length, skipped.map(({ means }) => means)]
  }
  expect(named('취소')).toEqual([0, ['cancelled']])
  expect(named('03/キャンセル.csv')).toEqual([0, ['cancelled']])
  expect(named('3월 주문')).toEqual([1, []])
})
