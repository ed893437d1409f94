import { expect, test } from 'vitest'
import { draftOf, type Texts } from './draft'
import { groupingColumns, groupLines } from './grouping'
import { judgeOrder } from './judge-order'
import { sheets } from './sheets'

/** Codes of the warnings of an order to Japan, by column. */
function warnings(...all: Texts[]): Record<string, string[]> {
  const sheet = sheets['orders/japan']
  const lines = all.map((texts, at) => ({
    id: `L${at}`,
    rank: at,
    texts: { 'orderInfo.mallOrderNumber': 'A', 'recipient.country': 'JP', ...texts },
  }))
  const draft = draftOf(lines)
  const [order] = groupLines(draft, groupingColumns(sheet.columns, sheet.key))
  if (!order) throw new Error('no order')
  const { marks } = judgeOrder(draft, order, sheet, false)
  const found: Record<string, string[]> = {}
  for (const { line, column, mark } of marks)
    if (mark.severity === 'warning' && column !== undefined)
      found[column] = [...(found[column] ?? []), ...(line === 'L0' ? [] : [line]), mark.code ?? '']
  return found
}

test('names that customs stumble over are warned of', () => {
  expect(warnings({ 'recipient.name': '山田 Taro' })).toEqual({ 'recipient.name': ['mixed_scripts'] })
  expect(warnings({ 'recipient.name': '山田商店㈱' })).toEqual({ 'recipient.name': ['company_name'] })
  expect(warnings({ 'recipient.name': '株式会社ABC' })).toEqual({ 'recipient.name': ['company_name'] })
  expect(warnings({ 'recipient.name': '山田 太郎🎁' })).toEqual({ 'recipient.name': ['emoji_in_name'] })
  for (const name of ['山田 太郎', 'YAMADA TARO', '홍길동', '髙﨑 花子'])
    expect(warnings({ 'recipient.name': name })).toEqual({})
})

test('names of recipients elsewhere may be written in any scripts', () => {
  expect(warnings({ 'recipient.country': 'US', 'recipient.name': '홍길동 (Hong)' })).toEqual({})
  expect(warnings({ 'recipient.country': 'US', 'recipient.name': 'Dana 😀' })).toEqual({
    'recipient.name': ['emoji_in_name'],
  })
})

test('an importer who is not written in Japanese is warned of, part by part', () => {
  expect(
    warnings({
      'recipient.importerJapaneseName': '야마다 太郎',
      'recipient.importerJapaneseState': 'Tokyo',
      'recipient.importerJapaneseCity': '渋谷区',
      'recipient.importerJapaneseAddress': '1-19-11',
      'recipient.importerJapaneseAddressDetail': 'Park Building 4F',
    }),
  ).toEqual({
    'recipient.importerJapaneseName': ['not_japanese'],
    'recipient.importerJapaneseState': ['not_japanese'],
    'recipient.importerJapaneseAddressDetail': ['not_japanese'],
  })
  expect(warnings({ 'recipient.importerJapaneseName': '株式会社山田' })).toEqual({})
})

test('a corporate number has thirteen digits', () => {
  const column = 'recipient.importerCorporateNumber'
  expect(warnings({ [column]: '123456789012' })).toEqual({ [column]: ['corporate_number'] })
  expect(warnings({ [column]: 'T1234567890123' })).toEqual({ [column]: ['corporate_number'] })
  for (const text of ['1234567890123', '1-2345-6789-0123', '１２３４５６７８９０１２３'])
    expect(warnings({ [column]: text })).toEqual({})
})

test('a postal code of another prefecture is warned of, and one on a border is not', () => {
  const of = (zipCode: string, state: string) =>
    warnings({ 'recipient.zipCode': zipCode, 'recipient.state': state })['recipient.zipCode']
  expect(of('150-0041', '大阪府')).toEqual(['other_prefecture'])
  expect(of('〒150-0041', '東京')).toBeUndefined()
  expect(of('498-0000', '三重県')).toBeUndefined()
  expect(of('150-0041', 'Osaka')).toEqual(['other_prefecture'])
  expect(of('150-0041', 'JP-27')).toEqual(['other_prefecture'])
  expect(of('150-0041', 'Ontario')).toBeUndefined()
  expect(of('98101', '大阪府')).toBeUndefined()
})

test('a prefecture that is none of the 47 is warned of', () => {
  const of = (state: string, country = 'JP') =>
    warnings({ 'recipient.country': country, 'recipient.state': state })['recipient.state']
  for (const state of ['東亰都', '渋谷区', 'Seoul', 'JP48', '13'])
    expect(of(state)).toEqual(['unknown_prefecture'])
  for (const state of ['東京都', '東京', 'Tokyo', 'ＪＰ１３', 'とうきょうと', '도쿄도'])
    expect(of(state)).toBeUndefined()
  expect(of('Ontario', 'CA')).toBeUndefined()
  const importer = 'recipient.importerJapaneseState'
  expect(warnings({ [importer]: '渋谷区' })).toEqual({ [importer]: ['unknown_prefecture'] })
})

test('a warning stands on the first line that says it, once', () => {
  const name = { 'recipient.name': '山田 Taro' }
  expect(warnings({}, name, name)).toEqual({ 'recipient.name': ['L1', 'mixed_scripts'] })
})
