import { expect, test } from 'vitest'
import { type ExplainedMessage, readExplanationFile, writeExplanationFile } from './api-messages'

const explained: ExplainedMessage = {
  sheet: 'orders/japan',
  field: 'recipient.zipcode',
  code: '',
  template: '우편번호는 #자리여야 합니다',
  en: 'Enter 7 digits.',
  ko: '우편번호 7자리를 입력하세요.',
  ja: '',
}
const price: ExplainedMessage = {
  ...explained,
  sheet: 'products',
  field: '',
  code: 'INVALID_PRICE',
  template: '할인가 오류',
}
const file = (...explanations: object[]) => JSON.stringify({ ladingExplanations: 1, explanations })
const entry = { sheet: 'orders/japan', field: 'recipient.zipCode', message: '우편번호 오류', en: 'Wrong.' }

test('exported explanations are imported unchanged', () => {
  expect(readExplanationFile(writeExplanationFile([explained, price]))).toEqual({
    ok: true,
    explanations: [explained, price],
  })
})

test('a hand-written entry may contain the original message, and the field in any spelling', () => {
  const read = readExplanationFile(
    `\uFEFF${file({ ...entry, field: 'data[3].recipient.zip_code', message: '우편번호는 7자리여야 합니다' })}`,
  )
  expect(read).toEqual({ ok: true, explanations: [{ ...explained, en: 'Wrong.', ko: '' }] })
})

test.each<[string, string, object]>([
  ['no JSON', 'sheet,field', { code: 'json' }],
  ['another JSON', '{"recipes":[]}', { code: 'other' }],
  ['no entry', file(), { code: 'none' }],
  ['a newer release', '{"ladingExplanations":2,"explanations":[{}]}', { code: 'newer', version: 2 }],
  ['an unknown sheet', file(entry, { ...entry, sheet: 'parcels' }), { code: 'wrong', at: 2, place: 'sheet' }],
  ['an unknown member', file({ ...entry, fr: 'Faux.' }), { code: 'wrong', at: 1, place: 'fr' }],
  ['no text', file({ ...entry, en: ' ' }), { code: 'wrong', at: 1, place: 'en' }],
  ['a long text', file({ ...entry, ja: '長'.repeat(501) }), { code: 'wrong', at: 1, place: 'ja' }],
  [
    'the same message twice',
    file(entry, { ...entry, sheet: 'products' }, { ...entry, field: 'zipCode' }, { ...entry, en: 'x' }),
    { code: 'repeated', first: 1, at: 4 },
  ],
  ['too much', ' '.repeat(1_000_001), { code: 'large' }],
  ['too many', file(...Array.from({ length: 501 }, () => entry)), { code: 'large' }],
])('a file with %s is not imported at all', (_, text, failure) => {
  expect(readExplanationFile(text)).toEqual({ ok: false, failure })
})
