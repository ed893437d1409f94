import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ColumnsByHeading } from '@/lib/import/recipe/columns-by-heading'
import type { ColumnRule } from '@/lib/import/recipe/recipe'
import { sheets } from '@/lib/sheet/schema/sheets'
import { compileRule, readingCodes } from './compile-rule'
import { divideDecimals, readDecimal, writeDecimal } from './decimals'

const given = (rule: ColumnRule, cells: Readonly<Record<string, string>>) =>
  compileRule(rule, new ColumnsByHeading(Object.keys(cells)))?.read(Object.values(cells))

const divide: ColumnRule = { divide: ['total'], by: ['count'] }

test('a line total becomes a unit price with at most four decimals, otherwise it stays blank with a mark', () => {
  expect(given(divide, { total: '9210', count: '4' })).toEqual({
    kind: 'divided',
    text: '2302.5',
    of: '9210 ÷ 4',
  })
  expect(given(divide, { total: '￥1,000', count: '3' })).toEqual({
    kind: 'divided',
    text: '',
    of: '￥1,000 ÷ 3',
    review: true,
  })
  expect(given(divide, { total: '0.3', count: '3' })).toMatchObject({ text: '0.1' })
  expect(given(divide, { total: '100', count: '0' })).toMatchObject({ text: '', review: true })
  expect(given(divide, { total: '12,500', count: '1' })).toBe('12,500')
  expect(given(divide, { total: '', count: '3' })).toBe('')
})

test('a price with its currency becomes a number and a code, both with the text of the file as their origin', () => {
  const of = (part: 'amount' | 'currency', text: string) => given({ money: part, from: ['p'] }, { p: text })
  expect(of('amount', '$1,256.00')).toEqual({ kind: 'mapped', text: '1256.00', of: '$1,256.00' })
  expect(of('currency', '$1,256.00')).toEqual({ kind: 'mapped', text: 'USD', of: '$1,256.00' })
  expect([of('amount', '12.00'), of('currency', '12.00')]).toEqual(['12.00', ''])
  expect([of('amount', '1.299 €'), of('currency', '1.299 €')]).toEqual(['1.299 €', ''])
  expect([of('amount', ''), of('currency', '')]).toEqual(['', ''])
})

test('a weight under a heading in grams is converted from the unit in its cell, or stays as it is', () => {
  const weight = (text: string) => given({ divide: ['무게(g)'], byNumber: 1000 }, { '무게(g)': text })
  expect(weight('500')).toEqual({ kind: 'divided', text: '0.5', of: '500 ÷ 1000', review: true })
  for (const [cell, text] of [
    ['500g', '0.5'],
    ['500 g', '0.5'],
    ['1.2kg', '1.2'],
    ['1,200ｇ', '1.2'],
  ] as const)
    expect(weight(cell)).toEqual({ kind: 'divided', text, of: cell, review: true })
  expect(weight('약 500')).toBe('약 500')
  for (const none of ['', '0', '0g', '-']) expect(weight(none)).toBe('')
})

test('a price that could not be calculated is marked, even after other rules were tried', () => {
  const rule: ColumnRule = { firstOf: [{ take: ['price'] }, divide] }
  expect(given(rule, { price: '', total: '10', count: '3' })).toMatchObject({ text: '', review: true })
  expect(given(rule, { price: '7', total: '10', count: '3' })).toBe('7')
})

test.each(['-', '--', '－', ' − '])('%s is not a telephone number where another column has one', dash => {
  const rule: ColumnRule = { firstOf: [{ take: ['전화번호'] }, { take: ['휴대전화'] }] }
  expect(given(rule, { 전화번호: dash, 휴대전화: '010-5555-6666' })).toBe('010-5555-6666')
  expect(given(rule, { 전화번호: dash, 휴대전화: '' })).toBe(dash)
  expect(given(rule, { 전화번호: ' ', 휴대전화: '' })).toBe('')
})

test('a unit price times the quantity equals the total, to the last digit', () => {
  const amount = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.nat({ max: 4 }))
  fc.assert(
    fc.property(amount, fc.integer({ min: 1, max: 9999 }), ([digits, places], count) => {
      const total = { digits, places }
      const share = divideDecimals(total, { digits: BigInt(count), places: 0 }, 4)
      if (!share) return
      const again = { digits: share.digits * BigInt(count), places: share.places }
      expect(writeDecimal(again)).toBe(writeDecimal(total))
      expect(readDecimal(writeDecimal(total))).toBeDefined()
    }),
  )
})

test('an option’s surcharge is added to its price exactly, and a zero adds nothing', () => {
  const rule: ColumnRule = { add: [['price'], ['more']] }
  expect(given(rule, { price: '12,500', more: '0.1' })).toEqual({
    kind: 'added',
    text: '12500.1',
    of: '12,500 + 0.1',
  })
  expect(given(rule, { price: '12,500', more: '0' })).toBe('12,500')
  expect(given(rule, { price: '12,500', more: '무료' })).toMatchObject({ text: '', review: true })
})

test('lost zeros of postal codes and telephone numbers are restored with a mark, and no other text changes', () => {
  const zip: ColumnRule = { join: [['a'], ['b']], by: '-', digits: [3, 4] }
  expect(given(zip, { a: '1', b: '41' })).toEqual({
    kind: 'restored',
    text: '001-0041',
    of: '1 + 41',
    review: true,
  })
  expect(given(zip, { a: '150', b: '0041' })).toEqual({ kind: 'joined', text: '150-0041', of: '150 + 0041' })
  expect(given(zip, { a: '', b: '' })).toBe('')
  const telephone: ColumnRule = { join: [['a'], ['b'], ['c']], by: '-', leadingZero: true }
  for (const [a, b, c, whole] of [
    ['90', '123', '4567', '090-0123-4567'],
    ['3', '1234', '9', '03-1234-0009'],
    ['98', '862', '1', '098-862-0001'],
    ['120', '123', '456', '0120-123-456'],
    ['800', '12', '345', '0800-012-0345'],
  ] as const) {
    const found = given(telephone, { a, b, c })
    expect(found).toMatchObject({ kind: 'restored', text: whole, of: `${a} + ${b} + ${c}`, review: true })
  }
  // If the first part has its zero, the others have lost none.
  expect(given(telephone, { a: '090', b: '123', c: '4567' })).toMatchObject({ text: '090-123-4567' })
  expect(given(telephone, { a: '90', b: '', c: '12345678' })).toMatchObject({ text: '090-12345678' })
  expect(given(telephone, { a: '+81', b: '90', c: '5678' })).toMatchObject({
    kind: 'joined',
    text: '+81-90-5678',
  })
})

test('one apostrophe is removed, and only before texts for which spreadsheets need it', () => {
  const zip: ColumnRule = { take: ['zip'], apostrophe: true }
  expect(given(zip, { zip: "''0600001" })).toEqual({ kind: 'mapped', text: "'0600001", of: "''0600001" })
  expect(given({ take: ['zip'] }, { zip: "'0600001" })).toBe("'0600001")
})

test('countries, currencies and flags are read by their names, and unknown texts stay unchanged', () => {
  const meant = (map: 'country' | 'currency' | 'flag' | 'purpose' | 'weight-unit', text: string) => {
    const result = given({ take: ['value'], map }, { value: text })
    return typeof result === 'string' ? result : result?.text
  }
  for (const name of ['일본', '日本', 'Japan', 'JPN', 'JP', 'jp', 'ＪＡＰＡＮ', ' 日本 ']) {
    expect([name, meant('country', name)]).toEqual([name, 'JP'])
  }
  for (const name of ['대한민국', '한국', '韓国', 'KOR', 'South Korea', 'Korea']) {
    expect([name, meant('country', name)]).toEqual([name, 'KR'])
  }
  for (const name of ['￦', '₩', '원', 'KRW', 'ウォン'])
    expect([name, meant('currency', name)]).toEqual([name, 'KRW'])
  for (const name of ['円', '¥', '￥', 'JPY', '엔'])
    expect([name, meant('currency', name)]).toEqual([name, 'JPY'])
  expect(meant('purpose', '전자상거래')).toBe('COMMERCIAL')
  expect(meant('purpose', '판매')).toBe('COMMERCIAL')
  expect(meant('flag', '예')).toBe('true')
  expect(meant('weight-unit', '그램')).toBe('g')
  expect(meant('country', 'Wakanda')).toBe('Wakanda')
})

test('an address without Japanese parts stays whole and is not copied to a Japanese importer', () => {
  const whole = '3-5-12 Sakae, Naka-ku, Nagoya'
  expect(given({ part: 'address', of: [['a']] }, { a: whole })).toBe(whole)
  expect(given({ part: 'city', of: [['a']] }, { a: whole })).toBe('')
  expect(given({ part: 'address', of: [['a']], onlyFound: true }, { a: whole })).toBe('')
})

test('names of codes become codes, with the text of the file as origin; other texts stay unchanged', () => {
  const read = (id: string, text: string, rule: ColumnRule = { take: ['a'] }) => {
    const column = sheets['orders/japan'].columns.find(known => known.id === id)
    const compiled = compileRule(rule, new ColumnsByHeading(['a']))
    return column && compiled && readingCodes(compiled, column).read([text])
  }
  const declared = 'orderInfo.isExportDeclaration'
  expect(read(declared, 'はい')).toEqual({ kind: 'mapped', text: 'true', of: 'はい' })
  expect(read(declared, 'true')).toBe('true')
  expect(read(declared, 'perhaps')).toBe('perhaps')
  expect(read('recipient.country', '일본')).toEqual({ kind: 'mapped', text: 'JP', of: '일본' })
  expect(read('recipient.country', '', { constant: 'Japan' })).toEqual({ kind: 'constant', text: 'JP' })
  expect(read('recipient.name', 'Japan')).toBe('Japan')
})
