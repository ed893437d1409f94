import { expect, test } from 'vitest'
import { compileQuery, matchesPattern, replaceIn, type SearchQuery } from './find-pattern'

const plain: SearchQuery = {
  text: '',
  matchCase: false,
  wholeCell: false,
  expression: false,
  anyWidth: false,
}

function patternOf(sought: Partial<SearchQuery>): RegExp {
  const reading = compileQuery({ ...plain, ...sought })
  if ('problem' in reading) throw new Error(reading.problem)
  return reading.pattern
}
const finds = (sought: Partial<SearchQuery>, text: string) => matchesPattern(text, patternOf(sought))

test('case counts only when it is asked to', () => {
  expect(finds({ text: 'hanbit' }, 'Hanbit Store')).toBe(true)
  expect(finds({ text: 'hanbit', matchCase: true }, 'Hanbit Store')).toBe(false)
  expect(finds({ text: 'ÉCLAIR' }, 'éclair')).toBe(true)
})

test('a whole cell is the whole cell', () => {
  expect(finds({ text: '東京', wholeCell: true }, '東京都')).toBe(false)
  expect(finds({ text: '東京都', wholeCell: true }, '東京都')).toBe(true)
  expect(finds({ text: 'a|b', expression: true, wholeCell: true }, 'ab')).toBe(false)
})

test('signs mean themselves unless they are an expression', () => {
  expect(finds({ text: '1.5' }, '125')).toBe(false)
  expect(finds({ text: '1.5', expression: true }, '125')).toBe(true)
  expect(replaceIn('US$5', patternOf({ text: '$5' }), '$&$1', false)).toBe('US$&$1')
})

test('full and half width are one where that is asked', () => {
  const any = { anyWidth: true }
  expect(finds({ ...any, text: '1-2' }, '神南１－２')).toBe(true)
  expect(finds({ ...any, text: '１５０' }, '150-0041')).toBe(true)
  expect(finds({ ...any, text: 'ガーデン' }, 'ｶﾞｰﾃﾞﾝﾌﾟﾚｲｽ')).toBe(true)
  expect(finds({ ...any, text: 'ﾊﾟ' }, 'パレス')).toBe(true)
  expect(finds({ ...any, text: 'カ' }, 'ｶﾞｰﾃﾞﾝ')).toBe(false)
  expect(finds({ ...any, text: 'カ' }, 'ﾅｶﾉ')).toBe(true)
  expect(finds({ ...any, text: '①' }, '1')).toBe(false)
  expect(finds({ text: '1' }, '１')).toBe(false)
  expect(replaceIn('東京　１丁目', patternOf({ ...any, text: ' 1' }), '-1', false)).toBe('東京-1丁目')
})

test('an expression that is none says why', () => {
  expect(compileQuery({ ...plain, text: '(', expression: true })).toEqual({ problem: 'Unterminated group' })
  // Framed as a whole cell this would read as an expression.
  expect(compileQuery({ ...plain, text: 'a)(b', expression: true, wholeCell: true })).toHaveProperty(
    'problem',
  )
})

test('an expression puts back what it caught', () => {
  const pattern = patternOf({ text: String.raw`(\d{3})-?(\d{4})`, expression: true })
  expect(replaceIn('1500041, 150-0042', pattern, '$1-$2', true)).toBe('150-0041, 150-0042')
})
