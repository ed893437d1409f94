import { expect, test } from 'vitest'
import { assemble } from '@/lib/sheet/assemble'
import { draftOf } from '@/lib/sheet/draft'
import { type SheetId, sheets } from '@/lib/sheet/sheets'
import { importBook } from './import-book'
import { headingLanguages } from './languages'
import { readFile } from './read-file'
import { exampleLines, writeTemplate } from './template'
import { understand } from './understand'

const kinds = (Object.keys(sheets) as SheetId[]).flatMap(sheet =>
  headingLanguages.map(language => [sheet, language] as const),
)

test.each(kinds)('the template of %s in %s comes back as it is', async (id, language) => {
  const bytes = await writeTemplate(id, language)
  const read = await readFile('template.xlsx', bytes)
  if (!read.ok) throw new Error(read.trouble.code)
  const understood = understand(read.book, { sheet: id })
  expect(understood.by).toBe('own')
  const { lines } = importBook(read.book, understood)
  const sheet = sheets[id]
  const shown = lines.map(({ texts }) =>
    Object.fromEntries(sheet.columns.flatMap(({ id }) => (texts[id] ? [[id, texts[id]]] : []))),
  )
  const filled = exampleLines(sheet).map(line =>
    Object.fromEntries(Object.entries(line).filter(([, text]) => text !== '')),
  )
  expect(shown).toEqual(filled)
})

test.each(Object.keys(sheets) as SheetId[])('nothing refuses the example of %s', id => {
  const sheet = sheets[id]
  const draft = draftOf(exampleLines(sheet).map((texts, at) => ({ id: `L${at}`, rank: at, texts })))
  const { record, unread } = assemble(draft, { lead: 'L0', lines: draft.order }, sheet)
  expect(unread).toEqual([])
  expect(sheet.refuse(record)).toEqual([])
})
