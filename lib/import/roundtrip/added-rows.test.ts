import { describe, expect, test } from 'vitest'
import { headingOf } from '@/lib/import/match/dictionary/dictionary'
import { planReimport } from '@/testing/import/plan-reimport'
import { allLines, draftOf, exportLines, ITEM, imported } from '@/testing/import/round-trip'
import { compactReimport } from './compact'

describe('a reimported file with added rows', () => {
  test('tells a copy that was inserted above its original, and edited, from the original', async () => {
    const file = await exportLines(allLines)
    const returned = await file.comeBack(([header = [], first = [], second = [], third = []]) => {
      const copy = [...second]
      copy[4] = '名刺入れ'
      return [header, first, copy, second, third]
    })
    const plan = planReimport(returned, draftOf(imported))
    expect(plan.changed).toEqual([])
    expect(plan.duplicates).toEqual([])
    expect(plan.added.map(({ row, after, texts }) => [row, after, texts[ITEM]])).toEqual([
      [3, 'L2', '名刺入れ'],
    ])
    expect(planReimport(compactReimport(returned), draftOf(imported))).toEqual(plan)
  })

  test('adds a row to the order that it is below, although the next one has the same number', async () => {
    const file = await exportLines(allLines)
    const returned = await file.comeBack(([header = [], first = [], second = [], third = []]) => {
      const added = first.with(4, '名刺入れ').with(-1, '')
      return [header, first, added, second, third]
    })
    // Two files contained the order.
    const twice = { ...imported, L2: { ...imported.L1, [ITEM]: '財布' } }
    const draft = { ...draftOf(twice), orderOf: (line: string) => [line] }
    expect(planReimport(returned, draft).added.map(({ after }) => after)).toEqual(['L1'])
  })

  test.each([true, false])(
    'keeps the texts of an order whose first row has an added row above it (shop’s columns: %s)',
    async isShop => {
      const file = await exportLines(allLines, isShop)
      const [header = []] = file.rows
      const name = isShop ? 4 : header.indexOf(headingOf({ id: ITEM }, 'ja'))
      for (const key of ['L1', '']) {
        const returned = await file.comeBack(([header = [], first = [], ...others]) => {
          const copy = first.with(name, '名刺入れ').with(-1, key)
          return [header, copy, first, ...others]
        })
        const plan = planReimport(returned, draftOf(imported))
        expect([plan.changed, plan.conflicting, plan.missing]).toEqual([[], [], []])
        expect(plan.added.map(({ row, texts }) => [row, texts[ITEM]])).toEqual([[2, '名刺入れ']])
      }
    },
  )

  test('takes the upper of an edited row and its edited copy as the original', async () => {
    const file = await exportLines(allLines)
    const returned = await file.comeBack(([header = [], first = [], second = [], third = []]) => {
      const copy = [...second]
      second[4] = '財布 黒'
      copy[4] = '名刺入れ'
      return [header, first, second, copy, third]
    })
    const plan = planReimport(returned, draftOf(imported))
    expect(plan.changed).toEqual([{ line: 'L2', column: ITEM, here: '財布', there: '財布 黒' }])
    expect(plan.added.map(({ row, texts }) => [row, texts[ITEM]])).toEqual([[4, '名刺入れ']])
  })

  test('adds a row to the order of its number, and only once', async () => {
    const file = await exportLines(allLines)
    const returned = await file.comeBack(lines => {
      const copy = [...(lines[1] ?? [])]
      copy[4] = 'おまけ'
      return [...lines, copy, [...(lines[1] ?? [])]]
    })
    const plan = planReimport(returned, draftOf(imported))
    expect(plan.added.map(({ row, after, texts }) => [row, after, texts[ITEM]])).toEqual([
      [5, 'L2', 'おまけ'],
    ])
    // An unedited copy of a row is not another item.
    expect(plan.duplicates).toEqual([6])
    const reimported = { ...imported, L4: plan.added[0]?.texts ?? {} }
    const again = planReimport(returned, {
      ...draftOf(reimported),
      orderOf: line => (line === 'L3' ? ['L3'] : ['L1', 'L2', 'L4']),
    })
    expect([again.added, again.duplicates]).toEqual([[], [5, 6]])
  })
})
