import { expect, test } from 'vitest'
import { BlockReader, biffRecords } from './biff-records'

const wide = (text: string): number[] =>
  [...text].flatMap(letter => [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8])

test('a text continues in the next record, where its characters may have another width', () => {
  const reader = new BlockReader([
    Uint8Array.of(0, 65, 66),
    Uint8Array.from([1, ...wide('가나')]),
    Uint8Array.from([0, 67, ...[0, 68]]),
  ])
  expect(reader.unicode(5)).toBe('AB가나C')
  expect(reader.unicode(1)).toBe('D')
  expect(reader.isAtEnd).toBe(true)
})

test('formats and pronunciation are skipped', () => {
  const runs = [1, 0, 5, 0]
  const spoken = [9, 9, 9]
  const bytes = [1 | 8 | 4, 1, 0, spoken.length, 0, 0, 0, ...wide('東京'), ...runs, ...spoken, 0, 88]
  const reader = new BlockReader([Uint8Array.from(bytes)])
  expect([reader.unicode(2), reader.unicode(1)]).toEqual(['東京', 'X'])
})

test('records include their continuations; a record that is cut short is an error', () => {
  const stream = Uint8Array.of(0xfc, 0, 1, 0, 7, 0x3c, 0, 1, 0, 8, 0x0a, 0, 0, 0)
  expect([...biffRecords(stream)].map(({ id, blocks }) => [id, blocks.length])).toEqual([
    [0xfc, 2],
    [0x0a, 1],
  ])
  expect(() => [...biffRecords(stream.subarray(0, 9))]).toThrow('broken')
})
