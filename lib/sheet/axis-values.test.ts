import { expect, test } from 'vitest'
import { readAxisValues, writeAxisValues } from './axis-values'

test('values stand between commas, in lines, or as a row or column pasted out of Excel', () => {
  for (const text of [
    'Black, White, Navy',
    'Black\nWhite\nNavy',
    'Black\tWhite\tNavy',
    'Black、White，Navy',
  ]) {
    expect(readAxisValues(text).values).toEqual(['Black', 'White', 'Navy'])
  }
})

test('blanks are passed over, and what is typed twice counts once and is told', () => {
  expect(readAxisValues(' S ,, M,S \n\n　, L,S')).toEqual({ values: ['S', 'M', 'L'], repeated: ['S'] })
  expect(readAxisValues('')).toEqual({ values: [], repeated: [] })
})

test('a value in quotation marks may hold commas and quotation marks', () => {
  expect(readAxisValues('"Navy, dark", "the ""best""" ,Black').values).toEqual([
    'Navy, dark',
    'the "best"',
    'Black',
  ])
})

test('quotation marks that are no pair are ordinary text', () => {
  expect(readAxisValues('27" monitor, "unclosed, 9').values).toEqual(['27" monitor', '"unclosed', '9'])
})

test('what is written reads the same', () => {
  const values = ['Black', 'Navy, dark', '"best" red', '27"', '赤、白', 'two\nlines']
  expect(readAxisValues(writeAxisValues(values)).values).toEqual(values)
})
