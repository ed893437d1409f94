import { expect, test } from 'vitest'
import { compileQuery, matchesPattern, replaceIn, type SearchQuery } from './find-pattern'

const plain: SearchQuery = {
  text: '',
  matchCase: false,
  wholeCell: false,
  expression: false,
  anyWidth: false,
}

function patternOf(query: Partial<SearchQuery>): RegExp {
  const reading = compileQuery({ ...plain, ...query })
  if ('problem' in reading) throw new Error(reading.problem)
  return reading.pattern
}
const finds = (query: Partial<SearchQuery>, text: string) => matchesPattern(text, patternOf(query))

test('case matters only when the option is set', () => {
  expect(finds({ text: 'hanbit' }, 'Hanbit Store')).toBe(true)
  expect(finds({ text: 'hanbit', matchCase: true }, 'Hanbit Store')).toBe(false)
  expect(finds({ text: 'ÉCLAIR' }, 'éclair')).toBe(true)
})

test('a whole-cell search matches only complete cells', () => {
  expect(finds({ text: '東京', wholeCell: true }, '東京都')).toBe(false)
  expect(finds({ text: '東京都', wholeCell: true }, '東京都')).toBe(true)
  expect(finds({ text: 'a|b', expression: true, wholeCell: true }, 'ab')).toBe(false)
})

test('special characters are literal except in expressions', () => {
  expect(finds({ text: '1.5' }, '125')).toBe(false)
  expect(finds({ text: '1.5', expression: true }, '125')).toBe(true)
  expect(replaceIn('US$5', patternOf({ text: '$5' }), '$&$1', false)).toBe('US$&$1')
})

test('full and half width match each other when the option is set', () => {
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

test('decomposed Korean, Japanese and Latin texts are found and replaced as composed ones, in both directions', () => {
  const decomposed = (text: string) => text.normalize('NFD')
  for (const anyWidth of [true, false]) {
    const found = (text: string, within: string) => finds({ text, anyWidth }, within)
    for (const text of ['서울', 'が', 'ガーデン', 'パ', 'Café', 'ệ']) {
      expect(found(text, `a ${decomposed(text)} b`), text).toBe(true)
      expect(found(decomposed(text), `a ${text} b`), text).toBe(true)
      expect(found(decomposed(text), decomposed(text)), text).toBe(true)
    }
    // A syllable or a kana is not found within another one.
    expect(found('서', decomposed('설'))).toBe(false)
    expect(found('か', decomposed('が'))).toBe(false)
    expect(found('は', decomposed('ぱ'))).toBe(false)
    expect(found('서', decomposed('서설'))).toBe(true)
    const pattern = patternOf({ text: '서울', anyWidth })
    expect(replaceIn(decomposed('서울시 서울역'), pattern, '부산', false)).toBe(
      `부산${decomposed('시')} 부산${decomposed('역')}`,
    )
  }
  expect(finds({ text: '서울', wholeCell: true }, decomposed('서울'))).toBe(true)
  expect(finds({ text: '서울', wholeCell: true }, decomposed('서울시'))).toBe(false)
  // Two characters that differ in a name.
  expect(finds({ text: '\ufa10田' }, '\ufa10田')).toBe(true)
  expect(finds({ text: '塚田' }, '\ufa10田')).toBe(false)
})

test('an invalid expression is reported with its problem', () => {
  expect(compileQuery({ ...plain, text: '(', expression: true })).toEqual({ problem: 'Unterminated group' })
  // Wrapped for a whole-cell search, this text would become a valid expression.
  expect(compileQuery({ ...plain, text: 'a)(b', expression: true, wholeCell: true })).toHaveProperty(
    'problem',
  )
})

test('a replacement can use the groups of an expression', () => {
  const pattern = patternOf({ text: String.raw`(\d{3})-?(\d{4})`, expression: true })
  expect(replaceIn('1500041, 150-0042', pattern, '$1-$2', true)).toBe('150-0041, 150-0042')
})
