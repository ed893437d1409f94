import { expect, test } from 'vitest'
import { hidden } from './imported'
import { keepTyped } from './keep-typed'

const NAME = 'recipient.name'
const ITEM = 'items[].name'
const origins = (column: string, kind: string, text: string) => ({
  [hidden.origins]: JSON.stringify({ [column]: { kind, text } }),
})

test('what was typed stays, what nobody touched is as the file says it now', () => {
  const was = { [NAME]: 'ﾔｼﾏ', [ITEM]: 'æ', 'recipient.city': 'x' }
  const now = { ...was, [NAME]: '山田', 'recipient.city': '' }
  const read = { [NAME]: '山口', [ITEM]: '靴下', 'recipient.city': '渋谷区' }
  expect(keepTyped(was, now, read)).toEqual({
    texts: { [NAME]: '山田', [ITEM]: '靴下', 'recipient.city': '' },
    cells: 2,
  })
})

test('what was typed as the file says it now is none that stays', () => {
  expect(keepTyped({ [NAME]: 'æ' }, { [NAME]: '山田' }, { [NAME]: '山田' }).cells).toBe(0)
})

test('what was copied from a recipient whose letters were wrong is copied anew, or not at all', () => {
  const importer = 'recipient.importerJapaneseName'
  const now = { [NAME]: 'æ', [importer]: 'æ', ...origins(importer, 'recipient', 'æ') }
  expect(keepTyped({ [NAME]: 'æ' }, now, { [NAME]: '山田' })).toEqual({ texts: { [NAME]: '山田' }, cells: 0 })
})

test('a preset stays where the file says the same, and says what it is; a number that somebody mended stays', () => {
  const zip = 'recipient.zipCode'
  const now = { [zip]: '060-0001', 'sender.name': '우리', ...origins('sender.name', 'preset', '우리') }
  const { texts, cells } = keepTyped({ [zip]: '600001' }, now, { [zip]: '600001' })
  expect(texts).toMatchObject({ [zip]: '060-0001', 'sender.name': '우리' })
  expect(texts[hidden.origins]).toContain('"preset"')
  expect(cells).toBe(1)
})
