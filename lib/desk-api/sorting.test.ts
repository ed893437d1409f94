import { describe, expect, test } from 'vitest'
import { readSorting, sortingText } from './sorting'

const columns = ['name', 'edited'] as const
const newest = { column: 'edited', isDescending: true } as const

describe('the sorting of a list in its address', () => {
  test('a column is sorted ascending, or descending with a minus', () => {
    expect(readSorting('name', columns, newest)).toEqual({ column: 'name', isDescending: false })
    expect(readSorting('-name', columns, newest)).toEqual({ column: 'name', isDescending: true })
  })

  test.each([undefined, '', '-', 'password', '--name', ['name', 'edited']])(
    'a URL with %j has the default sorting',
    value => {
      expect(readSorting(value, columns, newest)).toBe(newest)
    },
  )

  test('a sorting is read back from its URL', () => {
    for (const isDescending of [true, false]) {
      const sorting = { column: 'name', isDescending } as const
      expect(readSorting(sortingText(sorting), columns, newest)).toEqual(sorting)
    }
  })
})
