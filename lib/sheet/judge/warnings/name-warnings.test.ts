import { expect, test } from 'vitest'
import { draftOf } from '@/lib/sheet/draft/draft'
import { judgeOrder } from '@/lib/sheet/judge/judge-order'
import { groupingColumns, groupLines } from '@/lib/sheet/orders/grouping'
import type { Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'

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

test('names that customs reject get a warning', () => {
  expect(warnings({ 'recipient.name': '山田 Taro' })).toEqual({ 'recipient.name': ['mixed_scripts'] })
  expect(warnings({ 'recipient.name': '山田商店㈱' })).toEqual({ 'recipient.name': ['company_name'] })
  expect(warnings({ 'recipient.name': '株式会社ABC' })).toEqual({ 'recipient.name': ['company_name'] })
  expect(warnings({ 'recipient.name': '山田 太郎🎁' })).toEqual({ 'recipient.name': ['emoji_in_name'] })
  for (const name of ['山田 太郎', 'YAMADA TARO', '홍길동', '髙﨑 花子'])
    expect(warnings({ 'recipient.name': name })).toEqual({})
})

test('a question mark in the place of a Japanese character gets a warning: Korean encodings lack 郎 and 渡辺', () => {
  expect(warnings({ 'recipient.name': '鈴木 一?' })).toEqual({ 'recipient.name': ['lost_characters'] })
  expect(warnings({ 'recipient.importerJapaneseName': '渡? 直美' })).toEqual({
    'recipient.importerJapaneseName': ['lost_characters'],
  })
  expect(warnings({ 'recipient.address': '中央?天神1-4-1', 'recipient.addressDetail': '???' })).toEqual({
    'recipient.address': ['lost_characters'],
    'recipient.addressDetail': ['lost_characters'],
  })
  expect(warnings({ 'recipient.addressDetail': 'Room 3?' })).toEqual({})
})

test('names of recipients outside Japan may be written in any script', () => {
  expect(warnings({ 'recipient.country': 'US', 'recipient.name': '홍길동 (Hong)' })).toEqual({})
  expect(warnings({ 'recipient.country': 'US', 'recipient.name': 'Dana 😀' })).toEqual({
    'recipient.name': ['emoji_in_name'],
  })
})

test('an importer whose name or address is not in Japanese gets a warning for each part', () => {
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

const ofCorporate = (text: string) =>
  warnings({ 'recipient.importerCorporateNumber': text })['recipient.importerCorporateNumber']

test('corporate numbers of real companies are accepted in any spelling', () => {
  // Published by the National Tax Agency: Toyota, the agency itself, Sony, SoftBank, NTT Docomo.
  for (const number of ['1180301018771', '7000012050002', '5010401067252', '9010401052465', '1010001067912'])
    expect([number, ofCorporate(number)]).toEqual([number, undefined])
  for (const text of [
    '1-1803-0101-8771',
    '１１８０３０１０１８７７１',
    ' 1180301018771 ',
    '11803010187710000',
  ])
    expect([text, ofCorporate(text)]).toEqual([text, undefined])
})

test('a corporate number with one mistyped digit gets a warning', () => {
  const number = '1180301018771'
  for (let at = 0; at < number.length; at++) {
    for (let digit = 0; digit <= 9; digit++) {
      const typed = number.slice(0, at) + digit + number.slice(at + 1)
      // The check digit is modulo 9, so it cannot distinguish 0 from 9.
      const isSame = at > 0 && Number(number[at]) % 9 === digit % 9
      const code = typed === number || isSame ? undefined : ['corporate_check_digit']
      expect([typed, ofCorporate(typed)]).toEqual([typed, code])
    }
  }
  expect(ofCorporate('1180301018770 0000')).toEqual(['corporate_check_digit'])
})

test('JASTPRO codes and codes issued by customs are accepted', () => {
  for (const code of ['P12345678901', 'p12345678901', 'P001WX8Z0000', '123456789012', 'C1234567890123456'])
    expect([code, ofCorporate(code)]).toEqual([code, undefined])
})

test('a text that is not a customs number gets a warning', () => {
  const wrong = ['T1180301018771', 'P1234567890', 'P123456789012', 'C123456789012345', '12345', 'なし']
  for (const text of wrong) expect([text, ofCorporate(text)]).toEqual([text, ['corporate_number']])
})

test('a postal code of another prefecture gets a warning, except at the border of both', () => {
  const of = (zipCode: string, state: string) =>
    warnings({ 'recipient.zipCode': zipCode, 'recipient.state': state })['recipient.zipCode']
  expect(of('150-0041', '大阪府')).toEqual(['other_prefecture'])
  expect(of('〒150-0041', '東京')).toBeUndefined()
  expect(of('498-0000', '三重県')).toBeUndefined()
  expect(of('150-0041', 'Osaka')).toEqual(['other_prefecture'])
  expect(of('150-0041', 'JP-27')).toEqual(['other_prefecture'])
  expect(of('150-0041', 'Ontario')).toBeUndefined()
})

test('a postal code in Japan without seven digits gets a warning', () => {
  const of = (zipCode: string, country = 'JP') =>
    warnings({ 'recipient.country': country, 'recipient.zipCode': zipCode })['recipient.zipCode']
  for (const code of ['530-001', '98101', '〒060', '１５０－００４', '15000411'])
    expect([code, of(code)]).toEqual([code, ['postal_digits']])
  for (const code of ['530-0001', '〒１５０－００４１', '150 0041', '1500041', 'SW1A 1AA', '1.00E+06'])
    expect([code, of(code)]).toEqual([code, undefined])
  expect(of('98101', 'US')).toBeUndefined()
  const importer = 'recipient.importerJapaneseZipCode'
  expect(warnings({ [importer]: '98101' })[importer]).toEqual(['postal_digits'])
})

test('a postal code in Japan whose first three digits begin no code gets a warning, whatever the prefecture is', () => {
  const of = (zipCode: string, state = '', country = 'JP') =>
    warnings({
      'recipient.country': country,
      'recipient.zipCode': zipCode,
      'recipient.state': state,
    })['recipient.zipCode']
  for (const code of ['008-0000', '0000000', '〒２２９－０００１'])
    expect([code, of(code)]).toEqual([code, ['postal_start']])
  expect(of('008-0000', '北海道')).toEqual(['postal_start'])
  // 137 begins only codes that belong to one business.
  for (const code of ['001-0000', '137-8088', '999-8531']) expect([code, of(code)]).toEqual([code, undefined])
  expect(of('008-0000', '', 'KR')).toBeUndefined()
  const importer = 'recipient.importerJapaneseZipCode'
  expect(warnings({ [importer]: '008-0000' })[importer]).toEqual(['postal_start'])
})

test('a telephone number that cannot be called gets a warning', () => {
  for (const column of ['recipient.contact', 'sender.contact']) {
    const of = (text: string) => warnings({ [column]: text })[column]
    for (const text of [
      '없음',
      'なし',
      '-',
      '090-****-1234',
      '0504-1234-****',
      '1234-567',
      '090-1111-2222 / 03-1234-5678',
    ])
      expect([text, of(text)]).toEqual([text, ['phone_digits']])
    for (const text of [
      '090-1234-5678',
      '０９０ー１２３４ー５６７８',
      '+81 (0)90 1234 5678',
      '1588-1234',
      '',
    ])
      expect([text, of(text)]).toEqual([text, undefined])
  }
})

test('a prefecture that is none of the 47 gets a warning', () => {
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

test('a warning is shown once, on the first line with the text', () => {
  const name = { 'recipient.name': '山田 Taro' }
  expect(warnings({}, name, name)).toEqual({ 'recipient.name': ['L1', 'mixed_scripts'] })
})
