import { describe, expect, test } from 'vitest'
import { readWarehouses, writeWarehouses } from './warehouses'

const read = (text: string) => {
  const reading = readWarehouses(text)
  return reading.ok ? reading.warehouses : `${reading.why} ${reading.line}`
}

describe('warehouses', () => {
  test.each([
    ['1 Gimpo', { id: '1', name: 'Gimpo' }],
    ['1 · Gimpo', { id: '1', name: 'Gimpo' }],
    ['1\tGimpo', { id: '1', name: 'Gimpo' }],
    ['１２，김포 창고', { id: '12', name: '김포 창고' }],
    ['007 - 成田 2', { id: '7', name: '成田 2' }],
    ['9007199254740993', { id: '9007199254740993', name: '' }],
    ['9223372036854775807 :', { id: '9223372036854775807', name: '' }],
  ])('are read from %j', (text, warehouse) => expect(read(text)).toEqual([warehouse]))

  test('are one per line; blank lines are skipped', () => {
    expect(read('1 Gimpo\r\n\r\n2\r3 Narita\n')).toEqual([
      { id: '1', name: 'Gimpo' },
      { id: '2', name: '' },
      { id: '3', name: 'Narita' },
    ])
    expect(read('')).toEqual([])
  })

  test('are split at every line break of Unicode, however long a line of separators is', () => {
    expect(read(`1 Gimpo\u20282 Incheon`)).toEqual([
      { id: '1', name: 'Gimpo' },
      { id: '2', name: 'Incheon' },
    ])
    expect(read(`1 ${','.repeat(19_000)}\u2028`)).toEqual([{ id: '1', name: '' }])
  })

  test.each([
    ['Gimpo', 'id 1'],
    ['1 Gimpo\nIncheon 2', 'id 2'],
    ['-1', 'id 1'],
    ['1.5', 'id 1'],
    ['1Gimpo', 'id 1'],
    ['9223372036854775808', 'id 1'],
    ['1\n2\n01 again', 'repeated 3'],
    [`1 ${'x'.repeat(61)}`, 'long 1'],
    [Array.from({ length: 201 }, (_, at) => at).join('\n'), 'many 201'],
  ])('%j is refused with its line', (text, why) => expect(read(text)).toBe(why))

  test('come back as they were written', () => {
    const warehouses = [
      { id: '1', name: 'Gimpo · east' },
      { id: '2', name: '' },
    ]
    expect(read(writeWarehouses(warehouses))).toEqual(warehouses)
  })
})
