import { expect, test } from 'vitest'
import { mutantsOf } from './generate.mjs'

/** The mutants of a source, one after the other. */
const made = (source: string): string[] =>
  mutantsOf('a.ts', source).map(
    ({ start, end, replace }) => source.slice(0, start) + replace + source.slice(end),
  )

test('a comparison is reversed, and its bounds move by one', () => {
  expect(made('const a = b < 2')).toEqual(['const a = b <= 2', 'const a = b < 3'])
  expect(made('const a = (b) === (c)')).toEqual(['const a = (b) !== (c)'])
})

test('a condition becomes always true, becomes never true, and loses its negation', () => {
  expect(made('if (!a) b = c')).toEqual(['if (a) b = c', 'if (true) b = c', 'if (false) b = c'])
  expect(made('const a = b && c')).toEqual(['const a = b || c'])
  expect(made('const a = b ? c : d')).toEqual(['const a = b ? (d) : (c)'])
})

test('a function returns nothing, and a call is removed', () => {
  expect(made('function a() { return b }')).toEqual(['function a() { return undefined }'])
  expect(made('const a = () => b')).toEqual(['const a = () => undefined'])
  expect(made('a.push(b)')).toEqual([';'])
})

test('every becomes some, and trim stays', () => {
  expect(made('const a = b.every(c)')).toEqual(['const a = b.some(c)'])
  expect(made('const a = b?.trim()')).toEqual(['const a = b'])
})

test('types, texts and comments are not mutated', () => {
  expect(made("type A<B> = B extends 1 ? true : false // a < b\nconst c: A<2> = 'x && y'")).toEqual([])
})

test('a mutant contains its line', () => {
  expect(mutantsOf('a.ts', 'const a = 1\n  const b = c > d\n')[1]).toMatchObject({
    line: 2,
    code: 'const b = c > d',
    find: '>',
    replace: '>=',
  })
})
