import { expect, test } from 'vitest'
import { continued } from './series'

const next = (texts: string[], kind: 'number' | 'integer' | 'text', count = 3) =>
  Array.from({ length: count }, (_, i) => continued(texts, kind)(i + 1))

test('numbers that stand equally far apart go on counting, without dust behind the point', () => {
  expect(next(['1', '2'], 'integer')).toEqual(['3', '4', '5'])
  expect(next(['0.1', '0.2'], 'number')).toEqual(['0.3', '0.4', '0.5'])
  expect(next(['10', '7.5'], 'number')).toEqual(['5', '2.5', '0'])
  expect(next(['1.50', '1.75'], 'number')).toEqual(['2.00', '2.25', '2.50'])
  expect(next(['9007199254740993', '9007199254740994'], 'integer', 1)).toEqual(['9007199254740995'])
})

test('a spelling with commas is kept, full-width digits are numbers too', () => {
  expect(next(['9,800', '9,900'], 'number', 2)).toEqual(['10,000', '10,100'])
  expect(next(['１', '３'], 'integer', 2)).toEqual(['5', '7'])
  expect(next(['-2', '-1'], 'integer')).toEqual(['0', '1', '2'])
})

test('one number alone, and numbers that do not step evenly, are repeated', () => {
  expect(next(['5'], 'integer', 2)).toEqual(['5', '5'])
  expect(next(['1', '2', '4'], 'integer', 4)).toEqual(['1', '2', '4', '1'])
  expect(next(['1', '1'], 'integer', 2)).toEqual(['1', '1'])
  expect(next(['1', ''], 'integer', 2)).toEqual(['1', ''])
})

test('texts never count, whatever they look like: order numbers, postal codes, phones', () => {
  expect(next(['20240101', '20240102'], 'text', 2)).toEqual(['20240101', '20240102'])
  expect(next(['A-1', 'A-2'], 'text', 3)).toEqual(['A-1', 'A-2', 'A-1'])
  expect(next(['007', '008'], 'integer', 2)).toEqual(['007', '008'])
})
