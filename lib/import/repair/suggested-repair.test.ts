import { expect, test } from 'vitest'
import { sheets } from '@/lib/sheet/schema/sheets'
import { suggestedRepair } from './suggested-repair'

test('a text of a preset gets the repairs that the sheet would suggest, one after another', () => {
  const of = (id: string, text: string) => {
    const column = sheets['orders/japan'].columns.find(one => one.id === id)
    return column && suggestedRepair(text, column)
  }
  const contact = 'sender.contact'
  expect(of(contact, '０３－１２３４－５６７８')).toEqual({ kind: 'wide', after: '03-1234-5678' })
  expect(of(contact, "'０３ー１２３４ー５６７８")?.kind).toBe('wide')
  expect(of(contact, "'03ー1234ー5678")).toEqual({ kind: 'hyphen', after: "'03-1234-5678" })
  expect(of(contact, "'03-1234-5678")).toEqual({ kind: 'apostrophe', after: '03-1234-5678' })
  expect(of('packageInfo.actualWeight', '1.5kg')).toEqual({ kind: 'unit', after: '1.5' })
  for (const text of ['', '03-1234-5678', '+81 3 1234 5678']) expect(of(contact, text)).toBeUndefined()
  // The number is read whatever its width, and a sender may be written so.
  expect(of('packageInfo.quantity', '１')).toBeUndefined()
  expect(of('sender.name', 'ＡＢＣ商店')).toBeUndefined()
})
