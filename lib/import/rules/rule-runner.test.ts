import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CompactLine, LineLayout } from '@/lib/import/lines/compact/compact-line'
import { keepTyped } from '@/lib/import/lines/keep-typed'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { originAt } from '@/lib/import/recipe/values/origins'
import type { Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import type { ImportRule, RuleAction, RuleCondition } from './rule'
import { RuleRunner } from './rule-runner'

const sheet = sheets['orders/japan']
const NUMBER = sheet.key
const NAME = 'items[].name'
const CODE = 'items[].itemCode'
const ADDRESS = 'recipient.address'
const DETAIL = 'recipient.addressDetail'
const STATE = 'recipient.state'

let ids = 0
const rule = (
  action: RuleAction,
  conditions: readonly RuleCondition[] = [],
  more: Partial<ImportRule> = {},
): ImportRule => ({
  ...{
    id: `r${++ids}`,
    name: `rule ${ids}`,
    sheet: 'orders/japan',
    shops: [],
    shopName: '',
    isEnabled: true,
  },
  ...{ conditions, action },
  ...more,
})

/** Applies rules to one order. @returns the texts of the lines that stay */
function apply(rules: readonly ImportRule[], order: readonly Texts[]) {
  const layout = new LineLayout()
  const lines = order.map((texts, at) => CompactLine.of(layout, { [NUMBER]: 'A-1', ...texts }, at + 2))
  const runner = new RuleRunner<CompactLine>(rules, sheet)
  const skipped = runner.run(lines, () => true)
  return { lines: lines.filter(line => !skipped.has(line)), runner, skipped }
}
const texts = (rules: readonly ImportRule[], order: readonly Texts[]) =>
  apply(rules, order).lines.map(line => line.texts)
const column = (id: string, rules: readonly ImportRule[], order: readonly Texts[]) =>
  texts(rules, order).map(line => line[id] ?? '')

const seoul = rule({ kind: 'set', column: STATE, text: '東京都' }, [
  { column: STATE, test: 'equals', texts: ['東京'] },
])

describe('rules for imports', () => {
  it('write a text where all conditions are true, and name themselves as its origin', () => {
    const [line] = texts([seoul], [{ [STATE]: ' 東京' }])
    expect(line?.[STATE]).toBe('東京都')
    expect(originAt(line ?? {}, STATE)).toEqual({
      ...{ kind: 'rule', text: '東京都', of: seoul.name },
      ...{ rule: seoul.id, before: ' 東京' },
    })
    expect(column(STATE, [seoul], [{ [STATE]: '大阪' }])).toEqual(['大阪'])
  })

  it('read a column of the order on any of its lines, and write it on the first', () => {
    const free = rule({ kind: 'set', column: 'recipient.email', text: 'gift@example.com' }, [
      { column: NAME, test: 'contains', texts: ['gift'] },
    ])
    expect(column('recipient.email', [free], [{ [NAME]: 'bag' }, { [NAME]: 'a gift box' }])).toEqual([
      'gift@example.com',
      '',
    ])
    const sale = rule({ kind: 'set', column: CODE, text: 'S' }, [
      { column: STATE, test: 'begins', texts: ['東'] },
    ])
    expect(column(CODE, [sale], [{ [STATE]: '東京都' }, {}])).toEqual(['S', 'S'])
  })

  it('replace every occurrence of a part, and take the part literally', () => {
    const replace = rule({ kind: 'replace', column: NAME, find: '.*', by: '$&' })
    expect(column(NAME, [replace], [{ [NAME]: 'a.*b.*' }, { [NAME]: 'abc' }])).toEqual(['a$&b$&', 'abc'])
  })

  it('move the text behind a separator to a blank cell, and never over another text', () => {
    const split = rule({
      ...{ kind: 'split', column: ADDRESS, separator: ' ' },
      ...{ occurrence: 'first', to: DETAIL },
    })
    const [line] = texts([split], [{ [ADDRESS]: '1-2-3 ビル 401' }])
    expect([line?.[ADDRESS], line?.[DETAIL]]).toEqual(['1-2-3', 'ビル 401'])
    const [full] = texts([split], [{ [ADDRESS]: '1-2-3 ビル', [DETAIL]: '401' }])
    expect([full?.[ADDRESS], full?.[DETAIL]]).toEqual(['1-2-3 ビル', '401'])
  })

  it('repair a kind of damage in every text of a column', () => {
    const repair = rule({ kind: 'repair', column: 'recipient.contact', damage: 'lost-zero' })
    expect(column('recipient.contact', [repair], [{ 'recipient.contact': '9012345678' }])).toEqual([
      '09012345678',
    ])
  })

  it('skip a row or its whole order, and change nothing in a skipped row', () => {
    const conditions: RuleCondition[] = [{ column: NAME, test: 'equals', texts: ['wrapping'] }]
    const order = [{ [NAME]: 'bag' }, { [NAME]: 'wrapping' }]
    expect(column(NAME, [rule({ kind: 'skip', what: 'row' }, conditions)], order)).toEqual(['bag'])
    expect(texts([rule({ kind: 'skip', what: 'order' }, conditions)], order)).toEqual([])
    const both = [
      rule({ kind: 'skip', what: 'row' }, conditions),
      rule({ kind: 'set', column: CODE, text: 'X' }),
    ]
    expect(apply(both, order).runner.counts.map(({ cells, rows }) => [cells, rows])).toEqual([
      [0, 1],
      [1, 0],
    ])
  })

  it('see what the rules before them wrote', () => {
    const upper = rule({ kind: 'set', column: NAME, text: 'B' }, [
      { column: NAME, test: 'equals', texts: ['A'] },
    ])
    const next = rule({ kind: 'set', column: NAME, text: 'C' }, [
      { column: NAME, test: 'equals', texts: ['B'] },
    ])
    expect(column(NAME, [upper, next], [{ [NAME]: 'A' }])).toEqual(['C'])
    expect(column(NAME, [next, upper], [{ [NAME]: 'A' }])).toEqual(['B'])
    const [line] = texts([upper, next], [{ [NAME]: 'A' }])
    expect(originAt(line ?? {}, NAME)).toMatchObject({ rule: next.id, before: 'A' })
  })

  it('count the cells that they changed, with the first examples', () => {
    const { runner } = apply([seoul], [{ [STATE]: '東京' }])
    expect(runner.counts).toEqual([
      {
        ...{ rule: seoul, cells: 1, rows: 0 },
        examples: [{ number: 'A-1', column: STATE, before: '東京', after: '東京都' }],
      },
    ])
    expect(apply([seoul], [{ [STATE]: '東京都' }]).runner.counts[0]?.cells).toBe(0)
  })

  it('do nothing where they name a column that the sheet does not have', () => {
    expect(column(NAME, [rule({ kind: 'set', column: 'nothing', text: 'x' })], [{ [NAME]: 'A' }])).toEqual([
      'A',
    ])
  })
})

const columns = [NAME, CODE, STATE, ADDRESS, DETAIL]
const anyColumn = fc.constantFrom(...columns)
const anyText = fc.constantFrom('', ' ', 'a', 'b', 'a b', 'ab', '東京', '９', 'x-y')
const anyTexts = fc.array(
  anyText.filter(text => text.trim() !== ''),
  { minLength: 1, maxLength: 2 },
)
const anyCondition: fc.Arbitrary<RuleCondition> = fc.oneof(
  fc.record({
    column: anyColumn,
    test: fc.constantFrom('equals' as const, 'contains' as const, 'begins' as const, 'ends' as const),
    texts: anyTexts,
  }),
  fc.record({ column: anyColumn, test: fc.constantFrom('blank' as const, 'filled' as const) }),
)
const stableAction: fc.Arbitrary<RuleAction> = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), column: anyColumn, text: anyText }),
  fc
    .record({
      kind: fc.constant('split' as const),
      column: fc.constant(ADDRESS),
      separator: fc.constantFrom(' ', '-'),
      occurrence: fc.constantFrom('first' as const, 'last' as const),
      to: fc.constant(DETAIL),
    })
    .map(action => action satisfies RuleAction),
  fc.record({ kind: fc.constant('skip' as const), what: fc.constantFrom('order' as const, 'row' as const) }),
  fc.record({
    kind: fc.constant('replace' as const),
    column: anyColumn,
    find: fc.constantFrom('a', 'b'),
    by: fc.constantFrom('', 'c', '東'),
  }),
)
const anyRule = fc
  .record({
    action: stableAction,
    conditions: fc.array(anyCondition, { maxLength: 2 }),
    isEnabled: fc.boolean(),
  })
  .map(({ action, conditions, isEnabled }) => rule(action, conditions, { isEnabled }))
const anyLine = fc.dictionary(anyColumn, anyText).map((line): Texts => ({ ...line }))
const anyOrder = fc.array(anyLine, { minLength: 1, maxLength: 4 })
const shown = (lines: readonly Texts[]) => lines.map(line => columns.map(id => line[id] ?? ''))

describe('any rules', () => {
  it('that are disabled change nothing', () => {
    fc.assert(
      fc.property(fc.array(anyRule), anyOrder, (rules, order) => {
        const disabled = rules.map(one => ({ ...one, isEnabled: false }))
        expect(shown(texts(disabled, order))).toEqual(shown(order))
      }),
    )
  })

  it('apply in the order of the list: together as one after the other', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 5 }), anyOrder, (rules, order) => {
        const oneByOne = rules.reduce<Texts[]>(
          (lines, one) => (lines.length > 0 ? texts([one], lines) : []),
          [...order],
        )
        expect(shown(texts(rules, order))).toEqual(shown(oneByOne))
      }),
    )
  })

  it('alone change nothing when they are applied again', () => {
    fc.assert(
      fc.property(anyRule, anyOrder, (one, order) => {
        // A condition may be true only because of what the rule wrote before.
        fc.pre(one.action.kind !== 'skip' && one.conditions.length === 0)
        const once = texts([one], order)
        expect(shown(texts([one], once))).toEqual(shown(once))
      }),
    )
  })

  it('count exactly the cells whose origin names a rule, where each cell is written once', () => {
    fc.assert(
      fc.property(anyRule, anyOrder, (one, order) => {
        const { lines, runner } = apply([one], order)
        const named = lines.flatMap(line => columns.filter(id => originAt(line.texts, id)?.kind === 'rule'))
        expect(runner.counts.reduce((sum, { cells }) => sum + cells, 0)).toBe(named.length)
      }),
    )
  })

  it('keep the text of the file of every cell that they change', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 5 }), anyLine, (rules, line) => {
        const [after] = texts(
          rules.filter(({ action }) => action.kind !== 'skip'),
          [line],
        )
        for (const id of columns) {
          const origin = originAt(after ?? {}, id)
          expect(origin?.kind === 'rule' ? origin.before : (after?.[id] ?? '')).toBe(line[id] ?? '')
        }
      }),
    )
  })

  it('never change a cell that a person typed, when the file is read again', () => {
    fc.assert(
      fc.property(
        fc.array(anyRule),
        fc.array(anyRule),
        anyLine,
        anyColumn,
        (before, after, line, typedIn) => {
          const isChange = ({ action }: ImportRule) => action.kind !== 'skip'
          const [was] = texts(before.filter(isChange), [line])
          const [read] = texts(after.filter(isChange), [line])
          const now = { ...was, [typedIn]: 'typed by hand' }
          const kept = keepTyped(was ?? {}, now, read ?? {}).texts
          expect(kept[typedIn]).toBe('typed by hand')
          expect(originAt(kept, typedIn)).toBeUndefined()
          expect(kept[hiddenColumns.origins]).toBe(read?.[hiddenColumns.origins])
        },
      ),
    )
  })
})
