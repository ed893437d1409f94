import { describe, expect, test } from 'vitest'
import type { Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { type CorrectedCell, type Correction, suggestRules } from './suggest-rules'

const { columns } = sheets['orders/japan']
const NAME = 'items[].name'
const CODE = 'items[].itemCode'
const STATE = 'recipient.state'
const CONTACT = 'recipient.contact'
const ADDRESS = 'recipient.address'
const DETAIL = 'recipient.addressDetail'

function cell(id: string, imported: string, after: string, line = 'L1', texts: Texts = {}): CorrectedCell {
  const column = columns.find(one => one.id === id)
  if (!column) throw new Error(id)
  const around = { country: 'JP', currency: 'JPY', textOf: (key: string) => texts[key] ?? '' }
  return { ...{ line, column, imported, after }, ...around }
}
const suggest = (cells: readonly CorrectedCell[], deleted: Correction['deleted'] = []) =>
  suggestRules({ cells, deleted })
const reaches = (...cells: CorrectedCell[]) => suggest(cells).map(({ reach }) => reach)
const firstRules = (...cells: CorrectedCell[]) => suggest(cells)[0]?.rules

describe('a correction becomes a rule', () => {
  test('for the same text', () => {
    expect(firstRules(cell(STATE, ' 東京', '東京都本郷'))).toEqual([
      {
        conditions: [{ column: STATE, test: 'equals', texts: ['東京'] }],
        action: { kind: 'set', column: STATE, text: '東京都本郷' },
      },
    ])
  })

  test('for every text with the same damage, if a repair would give the new text', () => {
    expect(firstRules(cell(CONTACT, '９０−1234', '90-1234'))).toBeDefined()
    expect(firstRules(cell(CONTACT, '9012345678', '09012345678'))).toEqual([
      { conditions: [], action: { kind: 'repair', column: CONTACT, damage: 'lost-zero' } },
    ])
    expect(reaches(cell(CONTACT, '9012345678', '09012345678'))).toEqual(['damage', 'text', 'all'])
  })

  test('with one list of texts, where several texts became the same one', () => {
    const both = [
      cell('items[].originCountry', 'korea', 'KR'),
      cell('items[].originCountry', 'SK', 'KR', 'L2'),
    ]
    expect(firstRules(...both)?.[0]?.conditions).toEqual([
      { column: 'items[].originCountry', test: 'equals', texts: ['korea', 'SK'] },
    ])
  })

  test('for the part that several texts have in common', () => {
    const cells = [cell(NAME, '(정품) bag', ' bag'), cell(NAME, '(정품) cap', ' cap', 'L2')]
    expect(firstRules(...cells)).toEqual([
      { conditions: [], action: { kind: 'replace', column: NAME, find: '(정품)', by: '' } },
    ])
  })

  test('that offers the replaced part of a single text as another way', () => {
    const ways = suggest([cell(NAME, 'bag (gift)', 'bag')])
    expect(ways.map(({ reach }) => reach)).toEqual(['text', 'part', 'all'])
    expect(ways[1]?.rules[0]?.action).toEqual({ kind: 'replace', column: NAME, find: ' (gift)', by: '' })
  })

  test('for the item, where the cell was blank', () => {
    const hs = 'items[].originCountry'
    const ways = suggest([cell(hs, '', 'KR', 'L1', { [CODE]: 'B-1', [NAME]: 'bag' })])
    expect(ways.map(({ reach }) => reach)).toEqual(['code', 'name', 'blank', 'all'])
    expect(ways[0]?.rules).toEqual([
      {
        conditions: [
          { column: CODE, test: 'equals', texts: ['B-1'] },
          { column: hs, test: 'blank' },
        ],
        action: { kind: 'set', column: hs, text: 'KR' },
      },
    ])
  })

  test('for all orders, where a cell of the order was blank', () => {
    expect(firstRules(cell('recipient.email', '', 'desk@example.com'))).toEqual([
      {
        conditions: [{ column: 'recipient.email', test: 'blank' }],
        action: { kind: 'set', column: 'recipient.email', text: 'desk@example.com' },
      },
    ])
  })

  test('that splits a text whose end was moved to a blank cell', () => {
    const cells = [cell(ADDRESS, '1-2-3 本郷 401号', '1-2-3 本郷'), cell(DETAIL, '', '401号')]
    expect(firstRules(...cells)).toEqual([
      {
        conditions: [],
        action: { kind: 'split', column: ADDRESS, separator: ' ', occurrence: 'last', to: DETAIL },
      },
    ])
    const other = [cell(ADDRESS, '1-2-3/401', '1-2-3'), cell(DETAIL, '', '401')]
    expect(firstRules(...other)?.[0]?.action).toMatchObject({ separator: '/', occurrence: 'first' })
  })

  test('that does not split at a place that a separator would not find', () => {
    const cells = [cell(ADDRESS, 'a b c d', 'a b'), cell(DETAIL, '', 'c d')]
    expect(suggest(cells).map(({ reach }) => reach)).not.toContain('split')
  })

  test('that skips deleted rows by their item', () => {
    const deleted = ['wrapping', 'card'].map(name => ({
      isWholeOrder: false,
      textOf: (column: string) => (column === NAME ? name : ''),
    }))
    expect(suggest([], deleted)).toEqual([
      {
        reach: 'name',
        rules: [
          {
            conditions: [{ column: NAME, test: 'equals', texts: ['wrapping', 'card'] }],
            action: { kind: 'skip', what: 'row' },
          },
        ],
      },
    ])
  })

  test('in several columns becomes a rule for each', () => {
    expect(suggest([cell(STATE, '東京', '東京都庁'), cell(NAME, 'a', 'b')])).toMatchObject([
      { reach: 'text', rules: [{ action: { column: STATE } }, { action: { column: NAME } }] },
    ])
  })

  test('unless nothing was corrected', () => {
    expect(suggest([])).toEqual([])
  })
})
