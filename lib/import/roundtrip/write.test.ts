import { describe, expect, test } from 'vitest'
import { planReimport } from '@/testing/import/plan-reimport'
import {
  allLines,
  draftOf,
  exportLines,
  fileRows,
  headings,
  imported,
  outLine,
  readAsCsv,
  readByKeys,
  ZIP,
} from '@/testing/import/round-trip'

describe('failing lines are exported in the shop’s own columns', () => {
  test('with messages, rows, keys, an added column for each field without a cell, and every text unchanged', async () => {
    const file = await exportLines(allLines)
    const [header, first, , third] = file.rows
    expect(header).toEqual(['_error', '_row', ...headings, '倉庫', '_rowKey'])
    expect(first?.slice(2, 11)).toEqual(fileRows.L1)
    expect([third?.[0], third?.[1], third?.at(-1)]).toEqual(['Postal code: look again.', '4', 'L3'])
  })

  test('with the ids of registered orders; what is written there is neither imported nor reported', async () => {
    const [line, ...others] = allLines
    const registered = line ? [{ ...line, orderId: '9001' }, ...others] : []
    const file = await exportLines(registered)
    const shown = file.rows
    expect(shown.map(row => row[2])).toEqual(['_orderId', '9001', '', ''])
    expect(shown[0]).toEqual(['_error', '_row', '_orderId', ...headings, '倉庫', '_rowKey'])
    const edit = (written: string[][]) => written.map((row, at) => (at === 0 ? row : row.with(2, '7')))
    const whole = await file.comeBack(edit)
    expect([whole.others, planReimport(whole, draftOf(imported)).changed]).toEqual([[], []])

    const returned = readByKeys(await readAsCsv(edit(shown)))
    expect(returned.uncompared).toEqual(['注文番号', '配送状態'])
    expect(JSON.stringify(returned.lines)).not.toContain('"7"')
  })

  test('edits in the draft are written to their cells, in every row of the order that had a text', async () => {
    const edited = { ...imported, L1: { ...imported.L1, [ZIP]: '150-0042' } }
    const file = await exportLines(['L1', 'L2', 'L3'].map(key => outLine(key, edited)))
    const [, first, second, third] = file.rows
    expect([first?.[7], second?.[7], third?.[7]]).toEqual(['150-0042', '150-0042', '600001'])
  })
})
