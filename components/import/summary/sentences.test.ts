import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import type { CellCount } from '@/lib/files/book/book'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { languages } from '@/lib/words/locale/languages'
import { messagesOf } from '@/lib/words/messages'
import { bookOf } from '@/testing/import/book-of-rows'
import { sampleOf } from '@/testing/import/samples/all'
import { fileWarnings } from './sentences'

const mapping = detectMapping(bookOf(sampleOf('cafe24-orders').rows), { sheet: 'orders/japan' })
const torn: CellCount = { count: 1, first: [{ row: 7, column: 2 }] }

test.each(languages)('a file with torn rows is to be exported again, said once (%s)', language => {
  const t = createTranslator({ locale: language, messages: messagesOf(language), namespace: 'intake.desk' })
  const warnings = fileWarnings(t, language, {
    ...{ mapping, longRows: torn, brokenRows: torn, joinedRows: torn },
  })
  expect(warnings.map(text => [text.includes('C7'), text.includes('XLSX')])).toEqual([
    [true, false],
    [true, false],
    [true, false],
    [false, true],
  ])
  expect(fileWarnings(t, language, { mapping })).toEqual([])
})

test.each(languages)('a price with decimals is quoted with the currency that has none (%s)', language => {
  const t = createTranslator({ locale: language, messages: messagesOf(language), namespace: 'intake.desk' })
  const [warning] = fileWarnings(t, language, {
    mapping: { ...mapping, oddPrice: { text: '29.80', currency: 'KRW', of: 'file' } },
  })
  expect(warning).toMatch(/29\.80.*KRW|KRW.*29\.80/)
  const [ofRows] = fileWarnings(t, language, {
    mapping: { ...mapping, oddPrice: { text: '29.80', currency: 'KRW', of: 'row' } },
  })
  expect(ofRows).toMatch(/29\.80.*KRW|KRW.*29\.80/)
  expect(ofRows).not.toBe(warning)
})

test.each(languages)('rows that are divided at tabs or commas are reported with the sign (%s)', language => {
  const t = createTranslator({ locale: language, messages: messagesOf(language), namespace: 'intake.desk' })
  const said = (innerDelimiter: string) => fileWarnings(t, language, { mapping, innerDelimiter })
  expect(new Set([',', '\t', ';', '|'].flatMap(said)).size).toBe(4)
  expect(said(',')[0]).toMatch(/commas|쉼표를|カンマで/)
})

test.each(languages)('item codes that became days are named, with what to do (%s)', language => {
  const t = createTranslator({ locale: language, messages: messagesOf(language), namespace: 'intake.desk' })
  const [warning] = fileWarnings(t, language, { mapping, dateCodes: torn })
  expect(warning).toMatch(/C7.*Excel|Excel.*C7/)
})
