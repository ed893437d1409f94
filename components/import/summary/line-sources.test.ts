import { expect, test } from 'vitest'
import { fileRowOf, parseSourcePosition } from '@/lib/import/recipe/hidden-columns'
import { sourceColumnsOf } from './line-sources'

test('a line names its row, table and file', () => {
  expect(parseSourcePosition('a1b2:0:12')).toEqual({ file: 'a1b2', table: 0, row: 12, reading: '' })
  expect(parseSourcePosition('a1b2:0:12:c3d4')).toEqual({ file: 'a1b2', table: 0, row: 12, reading: 'c3d4' })
  expect(fileRowOf('a1b2:0:12:c3d4')).toBe('a1b2:0:12')
  expect(parseSourcePosition('pasted by hand')).toBeUndefined()
  expect(parseSourcePosition(undefined)).toBeUndefined()
})

test('a joined cell names each of its columns, with their texts', () => {
  const head = {
    file: 'rakuten.csv',
    sheet: '',
    headings: ['注文番号', '送付先郵便番号1', '送付先郵便番号2'],
    mapped: { 'recipient.zipCode': [1, 2] },
  }
  expect(sourceColumnsOf(head, 'recipient.zipCode', ['n', '150', '41'])).toEqual([
    { letters: 'B', heading: '送付先郵便番号1', text: '150' },
    { letters: 'C', heading: '送付先郵便番号2', text: '41' },
  ])
  expect(sourceColumnsOf(head, 'recipient.zipCode', undefined).map(({ text }) => text)).toEqual([
    undefined,
    undefined,
  ])
  expect(sourceColumnsOf(head, 'recipient.city', [])).toEqual([])
})
