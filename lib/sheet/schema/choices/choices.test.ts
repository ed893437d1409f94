import { describe, expect, it } from 'vitest'
import { countries, currencies } from '@/lib/contract/choices'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { type Choice, ChoiceIndex, choicesOf, codesOf } from './choices'

const columnOf = (id: string, sheet: SheetId = 'orders/japan') => {
  const column = sheets[sheet].columns.find(known => known.id === id)
  if (!column) throw new Error(id)
  return column
}
const indexOf = (id: string, sheet: SheetId, language: string) =>
  new ChoiceIndex(choicesOf(columnOf(id, sheet), language) ?? [], id, language)

const country = indexOf('recipient.country', 'orders/general', 'en')
const currency = new ChoiceIndex(
  currencies.map(value => ({ value })),
  'items[].currency',
  'en',
)
const flag = new ChoiceIndex([{ value: 'true' }, { value: 'false' }], 'orderInfo.isExportDeclaration', 'en')

/** The value that Enter would enter; undefined when the text stays as it was typed. */
const taken = (index: ChoiceIndex, typed: string): string | undefined => {
  const { choices, isClear } = index.match(typed)
  return isClear ? choices[0]?.value : undefined
}
const values = (choices: readonly Choice[]) => choices.map(choice => choice.value)

describe('a country', () => {
  it.each([
    '일본',
    '日本',
    '日本国',
    'Japan',
    'jap',
    'JP',
    'jpn',
    'ＪＰ',
    'ｊａｐａｎ',
    ' Japan ',
    'にほん',
    'ニホン',
    'ﾆﾎﾝ',
    'にほ',
    'ㅇㅂ',
  ])('Japan is found by %s', typed => {
    expect(taken(country, typed)).toBe('JP')
  })
  it('Japan is a match at every step of typing 일본 with a Korean input method', () => {
    for (const step of ['ㅇ', '이', '일', '읿', '일보', '일본'])
      expect(values(country.match(step).choices)).toContain('JP')
    expect(taken(country, '읿')).toBe('JP')
  })
  it.each([
    ['한국', 'KR'],
    ['대한민국', 'KR'],
    ['韓国', 'KR'],
    ['韩国', 'KR'],
    ['KOR', 'KR'],
    ['미국', 'US'],
    ['アメリカ', 'US'],
    ['あめり', 'US'],
    ['UK', 'GB'],
    ['홍콩', 'HK'],
    ['reunion', 'RE'],
    ["cote d'ivoire", 'CI'],
    ['in', 'IN'],
    ['일', 'JP'],
    ['中', 'CN'],
    ['中国', 'CN'],
    ['united', 'US'],
  ])('%s is %s', (typed, code) => {
    expect(taken(country, typed)).toBe(code)
  })
  it('a fully typed code comes before countries whose names begin with it', () => {
    expect(values(country.match('in').choices).slice(0, 2)).toEqual(['IN', 'ID'])
  })
  it('a text in the middle of names suggests them, but none is entered automatically', () => {
    const { choices, isClear } = country.match('land')
    expect(values(choices)).toContain('PL')
    expect(isClear).toBe(false)
  })
  it('a text without a match has no choices', () => {
    expect(country.match('Atlantis')).toEqual({ choices: [], isClear: false })
  })
  it('a blank text matches all choices, in the order of their words', () => {
    const { choices, isClear } = country.match('')
    expect(choices).toHaveLength(countries.length)
    expect(values(choices).slice(0, 2)).toEqual(['AF', 'AL'])
    expect(isClear).toBe(false)
  })
  it('the list of all choices knows the position of the chosen one', () => {
    const { choices, at } = country.all('jp')
    expect(choices[at]?.value).toBe('JP')
    expect(country.all('Atlantis').at).toBe(-1)
    expect(country.all('').at).toBe(-1)
  })
})

it.each([
  ['₩', 'KRW'],
  ['￦', 'KRW'],
  ['원', 'KRW'],
  ['ウォン', 'KRW'],
  ['won', 'KRW'],
  ['¥', 'JPY'],
  ['￥', 'JPY'],
  ['円', 'JPY'],
  ['엔', 'JPY'],
  ['えん', 'JPY'],
  ['달러', 'USD'],
  ['$', 'USD'],
  ['ドル', 'USD'],
  ['유로', 'EUR'],
  ['k', 'KRW'],
])('the currency %s is %s', (typed, code) => {
  expect(taken(currency, typed)).toBe(code)
})

it.each([
  ['예', 'true'],
  ['y', 'true'],
  ['はい', 'true'],
  ['○', 'true'],
  ['no', 'false'],
  ['아니', 'false'],
  ['いいえ', 'false'],
])('the flag %s is %s', (typed, value) => {
  expect(taken(flag, typed)).toBe(value)
})

it('only accepted values are suggested, although the whole enumeration is documented', () => {
  const offered = (id: 'orders/japan' | 'orders/general') => {
    const column = sheets[id].columns.find(known => known.id === 'recipient.country')
    return column && codesOf(column)
  }
  expect(offered('orders/japan')).toEqual(['JP'])
  expect(offered('orders/general')).toEqual(countries)
})
