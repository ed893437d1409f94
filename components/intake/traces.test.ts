import { expect, test } from 'vitest'
import { placeOf, seatOf } from '@/lib/intake/line-place'
import { fedBy } from './traces'

test('a line says which row of which table of which file it was', () => {
  expect(placeOf('a1b2:0:12')).toEqual({ file: 'a1b2', table: 0, row: 12, reading: '' })
  expect(placeOf('a1b2:0:12:c3d4')).toEqual({ file: 'a1b2', table: 0, row: 12, reading: 'c3d4' })
  expect(seatOf('a1b2:0:12:c3d4')).toBe('a1b2:0:12')
  expect(placeOf('pasted by hand')).toBeUndefined()
  expect(placeOf(undefined)).toBeUndefined()
})

test('a joined cell is traced to each of its columns, with what stands there', () => {
  const head = {
    file: 'rakuten.csv',
    sheet: '',
    headings: ['注文番号', '送付先郵便番号1', '送付先郵便番号2'],
    fed: { 'recipient.zipCode': [1, 2] },
  }
  expect(fedBy(head, 'recipient.zipCode', ['n', '150', '41'])).toEqual([
    { letters: 'B', heading: '送付先郵便番号1', text: '150' },
    { letters: 'C', heading: '送付先郵便番号2', text: '41' },
  ])
  expect(fedBy(head, 'recipient.zipCode', undefined).map(({ text }) => text)).toEqual([undefined, undefined])
  expect(fedBy(head, 'recipient.city', [])).toEqual([])
})
