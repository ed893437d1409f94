import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Draft, emptyPatch, type Patch } from '@/lib/sheet/draft/draft'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { type Arrangement, noFilter } from './arrangement'
import { noColumnFilter } from './column-filter'

const sheet = sheets['orders/japan']
const [NUMBER, NAME] = [sheet.key, 'items[].name']
const arrangements: readonly Arrangement[] = [
  { sort: null, filter: noFilter },
  { sort: { column: NAME, descending: false }, filter: noFilter },
  { sort: { column: NUMBER, descending: true }, filter: noFilter },
  {
    sort: null,
    filter: {
      ...noFilter,
      columns: new Map([[NAME, { ...noColumnFilter, texts: new Set(['A']), except: false }]]),
    },
  },
  { sort: { column: NAME, descending: true }, filter: { ...noFilter, status: 'failing' } },
]

const text = fc.constantFrom('', 'A', 'B', 'C')
const at = fc.nat(11)
const texts = fc.record({ [NUMBER]: text, [NAME]: text })
const edit = fc.record({
  act: fc.constantFrom('insert' as const, 'remove' as const, 'move' as const, 'write' as const),
  mine: fc.boolean(),
  at,
  rank: at,
  texts,
})
const step = fc.oneof(
  { weight: 4, arbitrary: edit },
  fc.record({ act: fc.constantFrom('undo' as const, 'redo' as const) }),
  fc.record({ act: fc.constant('arrange' as const), which: fc.nat(arrangements.length - 1) }),
)

test('a sorted or filtered sheet has each of its lines once, whatever others insert, remove, move and write meanwhile', () => {
  fc.assert(
    fc.property(
      fc.array(texts, { maxLength: 8 }),
      fc.array(step, { maxLength: 20, size: 'max' }),
      (start, steps) => {
        const workbook = new Workbook(
          sheet,
          start.map((texts, i): Line => ({ id: `L${i}`, rank: i + 1, texts: filled(texts) })),
        )
        workbook.begin()
        let made = 0
        for (const one of steps) {
          if ('which' in one) workbook.arrange(arrangements[one.which] ?? workbook.arrangement)
          else if ('at' in one) {
            const patch = patchOf(one, workbook.draft, ++made)
            if (one.mine) workbook.perform(patch, null)
            else workbook.applyRemote(patch)
          } else workbook[one.act]()
          expectWhole(workbook)
        }
        const fresh = new Workbook(sheet, workbook.draft.lines.values())
        fresh.begin()
        fresh.arrange(workbook.arrangement)
        workbook.arrange(workbook.arrangement)
        expect(workbook.visible).toEqual(fresh.visible)
        expect(workbook.view.orderCount).toBe(fresh.view.orderCount)
      },
    ),
    { numRuns: 80 },
  )
})

type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never

/** The patch of an edit; an empty one where its line does not exist. @param number of the edit, for ids and ranks */
function patchOf({ act, at, rank, texts }: Edit, draft: Draft, number: number): Patch {
  const line = draft.lines.get(draft.order[at] ?? '')
  const place = rank + number / 100
  if (act === 'insert')
    return { ...emptyPatch, inserted: [{ id: `N${number}`, rank: place, texts: filled(texts) }] }
  if (!line) return emptyPatch
  if (act === 'remove') return { ...emptyPatch, removed: [line] }
  if (act === 'move') return { ...emptyPatch, removed: [line], inserted: [{ ...line, rank: place }] }
  const before: Texts = { [NUMBER]: line.texts[NUMBER] ?? '', [NAME]: line.texts[NAME] ?? '' }
  return { ...emptyPatch, changes: [{ line: line.id, before, after: texts }] }
}

function expectWhole({ draft, view, arrangement }: Workbook): void {
  expect(new Set(view.lines).size).toBe(view.lines.length)
  for (const [position, line] of view.lines.entries()) {
    expect(draft.lines.has(line)).toBe(true)
    expect(view.indexOf(line)).toBe(position)
  }
  const isFiltered = arrangement.filter.status !== null || arrangement.filter.columns.size > 0
  if (isFiltered) return
  // Blank lines belong to no order, and are not sorted.
  const shown = new Set(view.lines)
  const hidden = draft.order.filter(line => !shown.has(line))
  expect(hidden.filter(line => Object.keys(draft.lines.get(line)?.texts ?? {}).length > 0)).toEqual([])
}

const filled = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
