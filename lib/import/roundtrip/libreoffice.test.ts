import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFile } from '@/lib/files/read'
import { nineFailing } from '@/testing/import/nine-failing'
import { planReimport } from '@/testing/import/plan-reimport'
import { compactReimport } from './compact'
import { readRoundTrip } from './read'

async function returned() {
  const bytes = readFileSync(
    new URL('../../../testing/files/samples/libreoffice-returned.xlsx', import.meta.url),
  )
  const read = await readFile('To correct.xlsx', new Uint8Array(bytes))
  const found = read.ok ? readRoundTrip(read.book) : undefined
  if (!found) throw new Error('the file is not known again')
  return found
}

const draftOf = (lines: ReadonlyMap<string, Readonly<Record<string, string>>>) => ({
  texts: (line: string) => lines.get(line),
  orderOf: (line: string) => [line],
  isLocked: () => false,
  lines: () => lines.keys(),
})

test('two edits in LibreOffice change two cells of nine failing lines, duplicate no line and change no other text', async () => {
  const back = await returned()
  const here = new Map(back.base)
  const plan = planReimport(compactReimport(back), draftOf(here))
  expect(plan.changed).toEqual([
    { line: 'K6', column: 'items[].name', here: '007', there: '007 鞄' },
    { line: 'K3', column: 'recipient.zipCode', here: '600003', there: '060-0003' },
    // This shop has both postal codes in one column.
    { line: 'K3', column: 'recipient.importerJapaneseZipCode', here: '600003', there: '060-0003' },
  ])
  const { conflicting, added, duplicates, missing, gone, locked } = plan
  expect([conflicting, added, duplicates, missing, gone, locked].flat()).toEqual([])
  expect([back.draftId, back.draftName, back.lines.length]).toEqual(['D1', 'March', 9])
  // Texts that look like formulas, numbers or dates are unchanged.
  const names = back.lines.map(({ texts }) => texts['items[].name'])
  expect(names.filter(name => name !== '007 鞄')).toEqual(
    nineFailing()
      .map(({ texts }) => texts['items[].name'])
      .filter(name => name !== '007'),
  )
})

test('importing the same file again changes nothing', async () => {
  const back = await returned()
  const here = new Map(back.base)
  for (const { line, column, there } of planReimport(back, draftOf(here)).changed)
    here.set(line, { ...here.get(line), [column]: there })
  const { changed, conflicting, added } = planReimport(back, draftOf(here))
  expect([changed, conflicting, added]).toEqual([[], [], []])
})
