import { describe, expect, test } from 'vitest'
import { headingOf } from '@/lib/import/match/dictionary/dictionary'
import { headingLanguages } from '@/lib/import/match/dictionary/languages'
import { planReimport } from '@/testing/import/plan-reimport'
import {
  allLines,
  draftOf,
  exportLines,
  FLAG,
  IMPORTER,
  ITEM,
  imported,
  outLine,
  WAREHOUSE,
  ZIP,
} from '@/testing/import/round-trip'
import { compactReimport } from './compact'
import type { ReimportedFile } from './read'

describe('a reimported file', () => {
  test('without edits changes nothing', async () => {
    const file = await exportLines(allLines)
    const plan = planReimport(await file.comeBack(same => same), draftOf(imported))
    expect(plan).toEqual({
      changed: [],
      conflicting: [],
      added: [],
      duplicates: [],
      missing: [],
      gone: [],
      locked: [],
    })
  })

  test('applies its edits, even after rows and columns were moved, and keeps the draft’s edits', async () => {
    const file = await exportLines(allLines)
    const returned = await file.comeBack(([header = [], ...lines]) => {
      const [a, b, c] = lines
      if (!a || !b || !c) return []
      c[7] = '060-0001'
      c[11] = '2'
      b[4] = '財布 黒'
      // Sorted in reverse, with a column moved to the front.
      return [header, c, b, a].map(row => [row[7] ?? '', ...row.slice(0, 7), ...row.slice(8)])
    })
    const here = { ...imported, L1: { ...imported.L1, 'items[].quantity': '9' } }
    expect(planReimport(returned, draftOf(here))).toEqual({
      changed: [
        { line: 'L2', column: ITEM, here: '財布', there: '財布 黒' },
        { line: 'L3', column: WAREHOUSE, here: '', there: '2' },
        { line: 'L3', column: ZIP, here: '600001', there: '060-0001' },
        { line: 'L3', column: IMPORTER, here: '600001', there: '060-0001' },
      ],
      conflicting: [],
      added: [],
      duplicates: [],
      missing: [],
      gone: [],
      locked: [],
    })
  })

  test('a text that several rows repeat is corrected in one of them', async () => {
    const file = await exportLines(allLines)
    const returned = await file.comeBack(lines => {
      if (lines[2]) lines[2][7] = '150-0099'
      return lines
    })
    expect(planReimport(returned, draftOf(imported)).changed).toEqual([
      { line: 'L1', column: ZIP, here: '1500041', there: '150-0099' },
      { line: 'L1', column: IMPORTER, here: '1500041', there: '150-0099' },
    ])
  })

  test('a cell that was edited in both places is a conflict, with its exported text', async () => {
    const file = await exportLines(allLines)
    const returned = await file.comeBack(lines => {
      if (lines[3]) lines[3][7] = '060-0001'
      return lines
    })
    const here = { ...imported, L3: { ...imported.L3, [ZIP]: '060-0002' } }
    const { changed, conflicting } = planReimport(returned, draftOf(here))
    expect(changed).toEqual([{ line: 'L3', column: IMPORTER, here: '600001', there: '060-0001' }])
    expect(conflicting).toEqual([
      { line: 'L3', column: ZIP, here: '060-0002', there: '060-0001', exported: '600001' },
    ])
  })

  test('added, removed, deleted and registered rows are distinguished', async () => {
    const file = await exportLines(allLines)
    const returned = await file.comeBack(([header = [], first = [], , third = []]) => {
      third[7] = '060-0001'
      first[4] = 'edited'
      const copy = [...third]
      copy[3] = 'C9'
      copy[4] = '新しい鞄'
      return [header, first, third, copy]
    })
    const plan = planReimport(returned, draftOf({ L2: imported.L2 ?? {}, L3: imported.L3 ?? {} }, ['L3']))
    expect(plan.added.map(({ row, texts }) => [row, texts[ITEM]])).toEqual([[4, '新しい鞄']])
    expect([plan.missing, plan.gone, plan.locked]).toEqual([['L2'], ['L1'], ['L3']])
    expect(plan.changed).toEqual([])
  })

  test('without the first row of an order keeps what only that row said', async () => {
    const file = await exportLines(allLines, false)
    const [header = []] = file.rows
    const quantity = header.indexOf(headingOf({ id: 'items[].quantity' }, 'ja'))
    const returned = await file.comeBack(([header = [], , second = [], third = []]) => {
      second[quantity] = '3'
      return [header, second, third]
    })
    const plan = planReimport(returned, draftOf(imported))
    expect(plan.missing).toEqual(['L1'])
    expect(plan.changed).toEqual([{ line: 'L2', column: 'items[].quantity', here: '2', there: '3' }])
  })

  test('with a blanked cell of an order blanks it, even without its other rows', async () => {
    const file = await exportLines(allLines, false)
    const [header = []] = file.rows
    const name = header.indexOf(headingOf({ id: 'recipient.name' }, 'ja'))
    const returned = await file.comeBack(([header = [], first = [], , third = []]) => {
      first[name] = ''
      return [header, first, third]
    })
    expect(planReimport(returned, draftOf(imported)).changed).toEqual([
      { line: 'L1', column: 'recipient.name', here: '髙﨑', there: '' },
    ])
  })

  test('reports edits in unmapped columns with heading, count and addresses', async () => {
    const file = await exportLines(allLines)
    const edited = (lines: string[][]) => {
      for (const line of lines.slice(1, 3)) line[10] = '発送済み'
      return lines.map((line, at) => [...line, at === 0 ? 'メモ' : at === 3 ? '確認済み' : ''])
    }
    const { others, uncompared } = await file.comeBack(edited)
    expect(others).toEqual([
      { heading: '配送状態', count: 2, cells: ['K2', 'K3'] },
      { heading: 'メモ', count: 1, cells: ['N4'] },
    ])
    expect(uncompared).toEqual([])
    // Sorting the rows and moving the column are not edits.
    const moved = await file.comeBack(([header = [], ...lines]) =>
      [header, ...lines.toReversed()].map(line => [line[10] ?? '', ...line.slice(0, 10), ...line.slice(11)]),
    )
    expect(moved.others).toEqual([])
  })

  test('keeps cells that depend on an unsolved formula, and names the formula’s cell', async () => {
    const file = await exportLines(allLines)
    const formulas = [
      { row: 4, column: 7 },
      { row: 2, column: 10 },
    ]
    const returned = await file.comeBack(same => same, formulas)
    expect(returned.unsolved).toEqual({ count: 2, first: formulas })
    expect(returned.others).toEqual([])
    expect(returned.lines.map(({ unknownColumns }) => unknownColumns)).toEqual([
      undefined,
      undefined,
      [ZIP, IMPORTER],
    ])
    expect(planReimport(returned, draftOf(imported)).changed).toEqual([])
    expect(compactReimport(returned).lines).toEqual([])
  })

  test('without one of its columns does not change this column', async () => {
    const file = await exportLines(allLines)
    const returned = await file.comeBack(lines => lines.map(row => row.filter((_, at) => at !== 7)))
    expect(planReimport(returned, draftOf(imported)).changed).toEqual([])
  })

  test.each(headingLanguages)('in our own columns in %s works the same way', async language => {
    const file = await exportLines(allLines, false, language)
    const [header] = file.rows
    const at = header?.indexOf(headingOf({ id: ZIP }, language)) ?? -1
    const returned = await file.comeBack(lines => {
      if (lines[3]) lines[3][at] = '060-0001'
      return lines
    })
    expect(planReimport(returned, draftOf(imported)).changed).toEqual([
      { line: 'L3', column: ZIP, here: '600001', there: '060-0001' },
    ])
  })

  test.each([
    ['ko', '아니요', '예'],
    ['ja', 'いいえ', 'はい'],
    ['en', 'No', 'Yes'],
  ] as const)(
    'says yes and no in %s as the sheet shows them, and reads them back',
    async (language, no, yes) => {
      const flagged = { ...imported, L3: { ...imported.L3, [FLAG]: 'false' } }
      const lines = ['L1', 'L2', 'L3'].map(key => outLine(key, flagged))
      const file = await exportLines(lines, false, language)
      const [header, , , third] = file.rows
      const at = header?.indexOf(headingOf({ id: FLAG }, language)) ?? -1
      expect(third?.[at]).toBe(no)
      expect(planReimport(await file.comeBack(same => same), draftOf(flagged)).changed).toEqual([])
      const returned = await file.comeBack(rows => {
        rows[3]?.splice(at, 1, yes)
        return rows
      })
      expect(planReimport(returned, draftOf(flagged))).toMatchObject({
        changed: [{ line: 'L3', column: FLAG, here: 'false', there: 'true' }],
        conflicting: [],
      })
    },
  )

  test('says yes and no in words in a column that was added to those of the shop', async () => {
    const flagged = { ...imported, L3: { ...imported.L3, [FLAG]: 'false' } }
    const lines = ['L1', 'L2', 'L3'].map(key => ({ ...outLine(key, flagged), failing: [FLAG] }))
    const file = await exportLines(lines)
    const [header, , , third] = file.rows
    const at = header?.indexOf(headingOf({ id: FLAG }, 'ja')) ?? -1
    expect(third?.[at]).toBe('いいえ')
    const returned = await file.comeBack(rows => {
      rows[3]?.splice(at, 1, 'はい')
      return rows
    })
    expect(planReimport(returned, draftOf(flagged))).toMatchObject({
      changed: [{ line: 'L3', column: FLAG, here: 'false', there: 'true' }],
      conflicting: [],
    })
  })

  test('reports no change for rows that contradicted each other at export time', async () => {
    const torn = { ...imported, L2: { ...imported.L2, 'recipient.name': '高崎' } }
    const file = await exportLines(['L1', 'L2', 'L3'].map(key => outLine(key, torn)))
    const tornRows = await file.comeBack(lines => {
      if (lines[2]) lines[2][6] = '高崎'
      return lines
    })
    const returned = { ...tornRows, base: new Map(tornRows.lines.map(({ key = '', texts }) => [key, texts])) }
    expect(planReimport(returned, draftOf(torn)).changed).toEqual([])
  })

  test('with few edits is returned without the unedited orders', async () => {
    const file = await exportLines(allLines)
    const returned = await file.comeBack(lines => {
      if (lines[2]) lines[2][4] = '財布 黒'
      return lines
    })
    const compact = compactReimport(returned)
    expect(compact.lines.map(({ key }) => key)).toEqual(['L1', 'L2'])
    expect(planReimport(compact, draftOf(imported))).toEqual(planReimport(returned, draftOf(imported)))
    const missing = { ...returned, lines: returned.lines.slice(0, 2) }
    expect(planReimport(compactReimport(missing), draftOf(imported)).missing).toEqual(['L3'])
  })

  test('a changed line end of a spreadsheet is not an edit', () => {
    const exported = { L1: { [ITEM]: '財布\r\n黒' } }
    const lines = [{ key: 'L1', row: 2, texts: { [ITEM]: '財布\n黒' } }]
    const returned: ReimportedFile = {
      sheet: 'orders/japan',
      columns: new Set([ITEM]),
      others: [],
      uncompared: [],
      lines,
      base: new Map(Object.entries(exported)),
    }
    expect(planReimport(returned, draftOf(exported))).toMatchObject({ changed: [], conflicting: [] })
  })
})
