import { expect, test } from 'vitest'
import { isApiError, type Mark } from '@/lib/sheet/judge/marks'
import { sheets } from '@/lib/sheet/schema/sheets'
import { explanationFinder } from './operator-explanations'
import { Workbook } from './workbook'

const NUMBER = 'orderInfo.mallOrderNumber'
const ZIP = 'recipient.zipCode'
const text = 'This company wants no hyphen.'

/** A draft with one order about which the service reports a message. */
function openRejected(message: string, field: string, name = '山田 太郎') {
  const workbook = new Workbook(sheets['orders/japan'], [
    { id: 'L1', rank: 1, texts: { [NUMBER]: 'A-17', 'recipient.name': name, [ZIP]: '150-0041' } },
  ])
  workbook.serverFacts.addOutcomes([
    {
      mallOrderNumber: 'A-17',
      lineIds: ['L1'],
      state: 'failing',
      fingerprint: '',
      payload: JSON.stringify({ orderInfo: { mallOrderNumber: 'A-17' }, recipient: { name } }),
      failures: [{ field, message }],
    },
  ])
  workbook.begin()
  const marks = [...workbook.line('L1').marks.cells.values()].flat()
  const mark = marks.find(isApiError) as Mark
  return { workbook, mark }
}

const explained = [
  { field: 'recipient.zipcode', code: '', template: '… 님의 우편번호 #자리 오류', text },
] as const

test.each([
  ['of another order', '홍길동 님의 우편번호 7자리 오류', ZIP, '홍길동'],
  ['with another number', '山田 太郎 님의 우편번호 12자리 오류', ZIP, '山田 太郎'],
  [
    'in another spelling of the field',
    '山田 太郎 님의 우편번호 7자리 오류',
    'data[3].recipient.zip_code',
    '山田 太郎',
  ],
])('an explanation by operators is used for the same message %s', (_, message, field, name) => {
  const { workbook, mark } = openRejected(message, field, name)
  const find = explanationFinder(workbook, explained)
  expect(find(mark, { line: 'L1', column: ZIP })).toBe(text)
})

test.each([
  ['another prose', '山田 太郎 님의 우편번호 오류', ZIP],
  ['another field', '山田 太郎 님의 우편번호 7자리 오류', 'recipient.importerJapaneseZipCode'],
])('an explanation by operators is not used for %s', (_, message, field) => {
  const { workbook, mark } = openRejected(message, field)
  expect(explanationFinder(workbook, explained)(mark, { line: 'L1' })).toBeUndefined()
})
