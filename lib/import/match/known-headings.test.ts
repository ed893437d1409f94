import { expect, test } from 'vitest'
import { sheets } from '@/lib/sheet/schema/sheets'
import { qoo10OrdersSample } from '@/testing/import/samples/qoo10-orders'
import { headingOf } from './dictionary/dictionary'
import { headingLanguages } from './dictionary/languages'
import { isKnownExport } from './known-headings'

test('headings of a shop are recognised for the sheet that they fill; our own headings are not headings of a shop', () => {
  const [headings = []] = qoo10OrdersSample.rows
  expect(isKnownExport(headings, 'orders/japan')).toBe(true)
  expect(isKnownExport(headings, 'products')).toBe(false)
  expect(isKnownExport(qoo10OrdersSample.rows[1] ?? [], 'orders/japan')).toBe(false)
  for (const sheet of Object.values(sheets))
    expect(
      isKnownExport(
        sheet.columns.map(column => column.id),
        sheet.id,
      ),
    ).toBe(false)
})

test('our own headings are not headings of a shop, in any language', () => {
  for (const sheet of Object.values(sheets))
    for (const language of headingLanguages) {
      const headings = sheet.columns.map(column => headingOf(column, language))
      expect(isKnownExport(headings, sheet.id), `${sheet.id} ${language}`).toBe(false)
    }
})
