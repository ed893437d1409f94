import { expect, test } from 'vitest'
import { readFile } from '@/lib/files/read'
import { importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { headingLanguages } from '@/lib/import/match/dictionary/languages'
import { draftOf } from '@/lib/sheet/draft/draft'
import { assemble } from '@/lib/sheet/judge/assemble'
import { judgeOrder } from '@/lib/sheet/judge/judge-order'
import { sheetIds } from '@/lib/sheet/schema/sheet-ids'
import { sheets } from '@/lib/sheet/schema/sheets'
import { exampleLines, writeTemplate } from './template'

const kinds = sheetIds.flatMap(sheet => headingLanguages.map(language => [sheet, language] as const))

test.each(kinds)('the template of %s in %s is reimported unchanged', async (id, language) => {
  const bytes = await writeTemplate(id, language)
  const read = await readFile('template.xlsx', bytes)
  if (!read.ok) throw new Error(read.failure.code)
  const mapping = detectMapping(read.book, { sheet: id })
  expect(mapping.by).toBe('own')
  const { lines } = importTable(read.book, mapping)
  const sheet = sheets[id]
  const shown = lines.map(({ texts }) =>
    Object.fromEntries(sheet.columns.flatMap(({ id }) => (texts[id] ? [[id, texts[id]]] : []))),
  )
  const filled = exampleLines(sheet).map(line =>
    Object.fromEntries(Object.entries(line).filter(([, text]) => text !== '')),
  )
  expect(shown).toEqual(filled)
})

test.each(sheetIds)('the example of %s has no failures', id => {
  const sheet = sheets[id]
  const draft = draftOf(exampleLines(sheet).map((texts, at) => ({ id: `L${at}`, rank: at, texts })))
  const { record, unread } = assemble(draft, { firstLine: 'L0', lines: draft.order }, sheet)
  expect(unread).toEqual([])
  expect(sheet.contractFailures(record)).toEqual([])
})

test.each(sheetIds)('the example of %s is a sample, which production never gets', id => {
  const sheet = sheets[id]
  const draft = draftOf(exampleLines(sheet).map((texts, at) => ({ id: `L${at}`, rank: at, texts })))
  const order = { firstLine: 'L0', lines: draft.order }
  const codes = (isProduction: boolean) =>
    judgeOrder(draft, order, sheet, false, isProduction).marks.map(({ mark }) => mark.code)
  expect(codes(false)).toEqual([])
  expect(codes(true)).toContain('sample_in_production')
})
