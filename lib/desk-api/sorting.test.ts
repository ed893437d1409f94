import { describe, expect, test } from 'vitest'
import { readSorting, sortingText } from './sorting'

const columns = ['name', 'edited'] as const
const newest = { column: 'edited', isDescending: true } as const

describe('the sorting of a list in its address', () => {
  test('a column is sorted ascending, with a minus descending', () => {
    expect(readSorting('name', columns, newest)).toEqual({ column: 'name', isDescending: false })
    expect(readSorting('-name', columns, newest)).toEqual({ column: 'name', isDescending: true })
  })

  test.each([undefined, '', '-', 'password', '--name', ['name', 'edited']])(
    'an address with %j is sorted as usual',
    value => {
      expect(readSorting(value, columns, newest)).toBe(newest)
    },
  )

  test('what an address carries is read back', () => {
    for (const isDescending of [true, false]) {
      const sorting = { column: 'name', isDescending } as const
      expect(readSorting(sortingText(sorting), columns, newest)).toEqual(sorting)
    }
  })
})
