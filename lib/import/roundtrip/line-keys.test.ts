import { describe, expect, test } from 'vitest'
import { planReimport } from '@/testing/import/plan-reimport'
import {
  allLines,
  draftOf,
  exportLines,
  ITEM,
  imported,
  readAsCsv,
  readByKeys,
  ZIP,
} from '@/testing/import/round-trip'
import { readRoundTrip } from './read'

describe('a reimported file without its hidden sheet', () => {
  test('is compared with the draft', async () => {
    const file = await exportLines(allLines)
    const shown = file.rows
    if (shown[3]) shown[3][7] = '060-0001'
    const book = await readAsCsv(shown)
    expect(readRoundTrip(book)).toBeUndefined()
    const returned = readByKeys(book)
    expect(returned.uncompared).toEqual(['注文番号', '配送状態'])
    const { changed, conflicting, added, missing } = planReimport(returned, draftOf(imported))
    expect(changed.filter(({ column }) => column === ZIP)).toEqual([
      { line: 'L3', column: ZIP, here: '600001', there: '060-0001' },
    ])
    expect([conflicting, added, missing]).toEqual([[], [], []])
  })

  test('tells a copy above its original by the texts of the draft', async () => {
    const file = await exportLines(allLines)
    const [header = [], first = [], second = [], third = []] = file.rows
    const copy = second.with(4, '名刺入れ')
    const returned = readByKeys(await readAsCsv([header, first, copy, second, third]))
    const plan = planReimport(returned, draftOf(imported))
    expect(plan.changed.filter(({ column }) => column === ITEM)).toEqual([])
    expect(plan.added.map(({ row, texts }) => [row, texts[ITEM]])).toEqual([[3, '名刺入れ']])
  })
})
