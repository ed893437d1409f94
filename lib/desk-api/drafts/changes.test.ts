import { expect, test } from 'vitest'
import { saveSchema } from './changes'

const save = (line: object) => ({
  draftId: '0123456789ab',
  sheetId: 'orders/japan',
  connectionId: '1',
  name: 'Monday',
  records: 1,
  editingSession: 's',
  seq: 1,
  seen: 0,
  lines: [{ id: 'a', rank: 1, texts: {}, before: null, ...line }],
  removes: [],
})
const isTaken = (line: object) => saveSchema.safeParse(save(line)).success

test('the texts of a save stay as they were sent', () => {
  const texts = { 'recipient.name': ' 山田\0太郎 ', 'items[].name': '', other: '\ud800' }
  expect(saveSchema.parse(save({ texts })).lines[0]?.texts).toEqual(texts)
})

test.each([
  ['a number', { a: 1 }],
  ['an object', { a: { b: 'c' } }],
  ['null', { a: null }],
  ['a column of 201 characters', { ['a'.repeat(201)]: '' }],
  ['a column __proto__', JSON.parse('{"__proto__":"x"}')],
  ['a column constructor', { constructor: 'x' }],
  [
    'more columns than any sheet',
    Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`c${at}`, ''])),
  ],
  ['a list', ['a']],
  ['a text', 'a'],
  ['nothing', null],
])('a save whose texts hold %s is refused', (_, texts) => {
  expect(isTaken({ texts: { a: 'b' }, before: { a: 'b' } })).toBe(true)
  expect(isTaken({ texts })).toBe(false)
  if (texts !== null) expect(isTaken({ before: texts })).toBe(false)
})

test('a save has no more lines than a workbench sends', () => {
  const { lines, ...rest } = save({})
  const many = (length: number) => Array.from({ length }, (_, at) => ({ ...lines[0], id: `l${at}` }))
  const gone = (length: number) => Array.from({ length }, (_, at) => ({ id: `l${at}`, seen: 0 }))
  const isAccepted = (count: number, removed: number) =>
    saveSchema.safeParse({ ...rest, lines: many(count), removes: gone(removed) }).success
  expect([isAccepted(20_000, 20_000), isAccepted(20_001, 0), isAccepted(0, 20_001)]).toEqual([
    true,
    false,
    false,
  ])
})
