import { expect, test } from 'vitest'
import { SeenNumbers } from './seen-numbers'

const numbered = (numbers: readonly string[], start = 0) =>
  numbers.map((number, i) => ({ number, row: start + i }))

test.each([0, 2, 100])('a repeated number is reported with its first row (%i in memory)', inMemory => {
  const seen = new SeenNumbers(inMemory)
  expect(seen.add(numbered(['A', 'B', 'A', "'; --", '🚢']))).toEqual(new Map([[2, 0]]))
  expect(seen.add(numbered(['C', 'B', 'C', 'C', '🚢', 'a', ''], 5))).toEqual(
    new Map([
      [6, 1],
      [7, 5],
      [8, 5],
      [9, 4],
    ]),
  )
  expect(seen.add(numbered(['', '1', '01', '1.0'], 100))).toEqual(new Map([[100, 11]]))
  seen.close()
})

test.each([0, 100])('numbers of any length are distinguished', inMemory => {
  const seen = new SeenNumbers(inMemory)
  const long = 'x'.repeat(100_000)
  expect(seen.add(numbered([`${long}1`, `${long}2`, `${long}1`]))).toEqual(new Map([[2, 0]]))
  seen.close()
})
