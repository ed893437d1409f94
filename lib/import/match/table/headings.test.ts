import { expect, test } from 'vitest'
import { importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { bookOf } from '@/testing/import/book-of-rows'

const NUMBER = 'orderInfo.mallOrderNumber'
const headings = ['주문번호', '수취인', '우편번호', '주소', '상품명', '수량', '판매가']
const first = ['N-1', '山田太郎', '150-0041', '東京都渋谷区神南1-2-3', '양말', '2', '12,000원']
const second = ['N-2', '佐藤花子', '060-0001', '北海道札幌市中央区北1条西2', '모자', '1', '9,000원']

test('with headings in two rows the lower row is read, and repeated headings get the group above as a prefix', () => {
  const groups = ['주문번호', '받는사람', '받는사람', '받는사람', '상품', '상품', '상품']
  const inMerged = [groups, ['주문번호', '이름', '우편번호', '주소', '이름', '수량', '단가'], first, second]
  const inBlanks = inMerged.with(0, ['', '받는사람', '', '', '상품', '', ''])
  // In a CSV file a name that was merged over both rows is only in the upper row.
  const inUpper = inMerged.with(1, ['', ...(inMerged[1] ?? []).slice(1)])
  for (const rows of [inMerged, inBlanks, inUpper]) {
    const book = bookOf(rows)
    const mapping = detectMapping(book, { sheet: 'orders/japan' })
    expect(mapping.headings).toEqual([
      '주문번호',
      '받는사람 이름',
      '우편번호',
      '주소',
      '상품 이름',
      '수량',
      '단가',
    ])
    expect(importTable(book, mapping, 'f').lines.map(({ texts }) => texts)).toMatchObject([
      { [NUMBER]: 'N-1', 'recipient.name': '山田太郎', 'items[].name': '양말' },
      { [NUMBER]: 'N-2', 'recipient.name': '佐藤花子', 'items[].name': '모자' },
    ])
  }
})

test('with headings in two rows the buyer’s name and the sender’s telephone number are not the recipient’s', () => {
  const groups = ['주문', '주문', '구매자', '구매자', '받는 분', '받는 분', '받는 분', '상품', '상품']
  const headings = ['번호', '날짜', '이름', '연락처', '성함', '전화', '주소', '품명', '수량']
  const order = [
    ...['Q-1', '11/30', '김철수', '010-1111-2222', '中村あかね', '080-1212-3434'],
    ...['宮城県仙台市青葉区一番町3-7-1', '텀블러', '2'],
  ]
  const inBlanks = groups.map((group, at) => (group === groups[at - 1] ? '' : group))
  for (const above of [groups, inBlanks, groups.map(group => (group === '구매자' ? '보내는 분' : group))]) {
    const book = bookOf([above, headings, order])
    const mapping = detectMapping(book, { sheet: 'orders/japan' })
    const whose = above[2]
    // Headings that mean the same in their group stay as they are, so that saved mappings find them.
    expect(mapping.headings).toEqual([
      ...['주문 번호', '날짜', `${whose} 이름`, `${whose} 연락처`, '성함', '전화', '주소', '품명', '수량'],
    ])
    const [line] = importTable(book, mapping, 'f').lines
    expect(line?.texts).toMatchObject({
      [NUMBER]: 'Q-1',
      'recipient.name': '中村あかね',
      'recipient.contact': '080-1212-3434',
      ...(whose === '보내는 분' ? { 'sender.name': '김철수', 'sender.contact': '010-1111-2222' } : {}),
    })
  }
})

test('labels with values above the headings name no groups, also where a heading occurs twice', () => {
  const labels = ['출력일시: 2026-03-02', '', '담당: 홍길동']
  const rows = [labels, [...headings, '우편번호'], [...first, ''], [...second, '']]
  expect(detectMapping(bookOf(rows), { sheet: 'orders/japan' }).headings).toEqual([
    ...headings,
    '우편번호 (2)',
  ])
  const book = bookOf(rows)
  const { lines } = importTable(book, detectMapping(book, { sheet: 'orders/japan' }), 'f')
  expect(lines.map(({ texts }) => texts['recipient.zipCode'])).toEqual(['150-0041', '060-0001'])
})

test('a text above one heading is not a group, nor is a merged group that of the columns behind it', () => {
  const headings = ['이름', '연락처', '우편번호', '주소', '품명', '수량', '주문번호']
  const named = (...above: readonly string[]) =>
    detectMapping(
      bookOf([above, headings, ['中村', '080-1212-3434', '980-0811', '宮城県', '컵', '2', 'Q-1']]),
      { sheet: 'orders/japan' },
    ).headings
  expect(named('보내는 분', '하나샵', '담당', '미나', '', '', '')).toEqual(headings)
  expect(named('', '', '보내는 분', '보내는 분', '', '', '비고')).toEqual(
    headings.with(2, '보내는 분 우편번호').with(3, '보내는 분 주소'),
  )
})

test('a title above headings is not a group, and blank cells behind the headings are not columns', () => {
  const twice = [
    ['3월 주문'],
    ['주문번호', '주소', '주소', '수량', '', ''],
    ['N-1', '東京都', '渋谷区', '1', '', ''],
  ]
  const { headings: named } = detectMapping(bookOf(twice), { sheet: 'orders/japan' })
  expect(named).toEqual(['주문번호', '주소', '주소 (2)', '수량'])
})
