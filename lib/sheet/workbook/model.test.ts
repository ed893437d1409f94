import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OutcomeState } from '@/lib/sheet/judge/status/outcomes'
import type { Line } from '@/lib/sheet/schema/line'
import type { Filter } from '@/lib/sheet/view/arrangement'
import { type PairAct, pairColumns, ReferencePair } from '@/testing/sheet/reference-pair'

/** Number of runs in `npm test`; MODEL_RUNS sets a higher number with random seeds. */
const DEFAULT_RUNS = { numRuns: 300, seed: 20261121 }
const runs = process.env.MODEL_RUNS ? { numRuns: Number(process.env.MODEL_RUNS) } : DEFAULT_RUNS

const text = fc.constantFrom('', 'A', 'B', ' A', '12', '1O', '150-0041')
const at = fc.nat(11)
const count = fc.integer({ min: 1, max: 4 })
const column = fc.nat(pairColumns.length - 1)
const area = fc.record({ top: at, left: column, height: count, width: count })
const row = fc.array(text, { minLength: 1, maxLength: 4 })
const block = fc.array(row, { minLength: 1, maxLength: 4 })
const state = fc.constantFrom<OutcomeState>(
  'passed',
  'failing',
  'registered',
  'sending',
  'unknown',
  'rejected',
)
const status = fc.constantFrom<Filter['status']>(
  'failing',
  'unchecked',
  'ready',
  'registered',
  'stale',
  'warning',
  null,
)

/** Enough orders to be judged in slices. */
const large = Array.from({ length: 64 }, (_, i) => [`P${i >> 1}${i}`, 'A'])

const act = fc.oneof(
  weigh(12, fc.record({ kind: fc.constant('type'), at, column, text })),
  weigh(8, fc.record({ kind: fc.constant('paste'), area, block, byHeader: fc.boolean() })),
  weigh(
    1,
    fc.record({ kind: fc.constant('paste'), area, block: fc.constant(large), byHeader: fc.constant(false) }),
  ),
  weigh(4, fc.record({ kind: fc.constant('clear'), area })),
  weigh(4, fc.record({ kind: fc.constant('fill'), area, from: at, counts: fc.boolean() })),
  weigh(6, fc.record({ kind: fc.constantFrom('insert', 'duplicate', 'append', 'remove'), at, count })),
  weigh(4, fc.record({ kind: fc.constant('move'), at, count, by: fc.constantFrom(-1, 1) })),
  weigh(4, fc.record({ kind: fc.constant('sort'), column, descending: fc.constantFrom(true, false, null) })),
  weigh(4, fc.record({ kind: fc.constant('filter'), status, column, only: fc.option(text, { nil: null }) })),
  weigh(4, fc.record({ kind: fc.constant('hear'), at, state, isSame: fc.boolean(), age: fc.nat(3) })),
  weigh(10, fc.record({ kind: fc.constantFrom('undo', 'redo'), times: count })),
  weigh(4, fc.record({ kind: fc.constantFrom('reload', 'expire', 'judge') })),
)
const script = fc.array(act, { minLength: 1, maxLength: runs === DEFAULT_RUNS ? 16 : 40, size: 'max' })

/** Ranks may be as close to each other as doubles allow, so that no rank is left between two lines. */
const start = fc.record({
  isTight: fc.boolean(),
  rows: fc.array(fc.tuple(text, text, text, text, text), { maxLength: 9 }),
})

function weigh(weight: number, arbitrary: fc.Arbitrary<PairAct>) {
  return { weight, arbitrary }
}

function pairOf({
  isTight,
  rows,
}: {
  isTight: boolean
  rows: readonly (readonly string[])[]
}): ReferencePair {
  return new ReferencePair(
    rows.map((texts, i): Line => {
      const cells = pairColumns.map(({ id }, j) => [id, texts[j] ?? ''])
      const rank = isTight ? 1 + i * Number.EPSILON : i + 1
      return { id: `L${i}`, rank, texts: Object.fromEntries(cells.filter(([, text]) => text !== '')) }
    }),
  )
}

/** Compares the workbook of a pair with its reference. */
function agree({ claims }: ReferencePair): void {
  for (const { what, is, should } of claims.splice(0)) {
    // toEqual explains a difference, but is slow when there is none.
    if (!isDeepStrictEqual(is, should)) expect(is, what).toEqual(should)
  }
}

const linesOf = ({ workbook: { draft } }: ReferencePair) => draft.order.map(id => draft.lines.get(id))

test('after any acts a sheet equals the reference draft and a newly opened workbook', () => {
  fc.assert(
    fc.property(start, script, (rows, acts) => {
      const pair = pairOf(rows)
      for (const act of acts) pair.perform(act)
      pair.compare()
      agree(pair)
    }),
    runs,
  )
}, 3_600_000)

test('undoing everything restores the start, redoing everything restores the end, and registered lines stay unchanged', () => {
  fc.assert(
    fc.property(start, script, (rows, acts) => {
      const pair = pairOf(rows)
      for (const act of acts) pair.perform(act)
      pair.perform({ kind: 'redo', times: 200 })
      const end = linesOf(pair)
      const held = end.filter(line => line && pair.workbook.isLocked(line.id))
      pair.perform({ kind: 'undo', times: 200 })
      if (!pair.isLocked) expect(linesOf(pair)).toEqual(pair.start)
      pair.perform({ kind: 'redo', times: 200 })
      if (!pair.isLocked) expect(linesOf(pair)).toEqual(end)
      for (const line of held)
        expect(pair.workbook.draft.lines.get(line?.id ?? '')?.texts).toEqual(line?.texts)
      agree(pair)
    }),
    { ...runs, numRuns: runs.numRuns / 3 },
  )
}, 3_600_000)
