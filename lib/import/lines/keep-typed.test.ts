import { expect, test } from 'vitest'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { keepTyped } from './keep-typed'

const NAME = 'recipient.name'
const ITEM = 'items[].name'
const origins = (column: string, kind: string, text: string) => ({
  [hiddenColumns.origins]: JSON.stringify({ [column]: { kind, text } }),
})

test('typed texts stay, untouched texts follow the file', () => {
  const was = { [NAME]: 'ﾔｼﾏ', [ITEM]: 'æ', 'recipient.city': 'x' }
  const now = { ...was, [NAME]: '山田', 'recipient.city': '' }
  const read = { [NAME]: '山口', [ITEM]: '靴下', 'recipient.city': '渋谷区' }
  expect(keepTyped(was, now, read)).toEqual({
    texts: { [NAME]: '山田', [ITEM]: '靴下', 'recipient.city': '' },
    cells: 2,
  })
})

test('a typed text that equals the file’s new text does not count as kept', () => {
  expect(keepTyped({ [NAME]: 'æ' }, { [NAME]: '山田' }, { [NAME]: '山田' }).cells).toBe(0)
})

test('copies of a recipient with garbled letters are copied again or dropped', () => {
  const importer = 'recipient.importerJapaneseName'
  const now = { [NAME]: 'æ', [importer]: 'æ', ...origins(importer, 'recipient', 'æ') }
  expect(keepTyped({ [NAME]: 'æ' }, now, { [NAME]: '山田' })).toEqual({ texts: { [NAME]: '山田' }, cells: 0 })
})

test('a preset’s text and a repaired number stay while the file’s text is the same', () => {
  const zip = 'recipient.zipCode'
  const now = { [zip]: '060-0001', 'sender.name': '우리', ...origins('sender.name', 'preset', '우리') }
  const { texts, cells } = keepTyped({ [zip]: '600001' }, now, { [zip]: '600001' })
  expect(texts).toMatchObject({ [zip]: '060-0001', 'sender.name': '우리' })
  expect(texts[hiddenColumns.origins]).toContain('"preset"')
  expect(cells).toBe(1)
})
