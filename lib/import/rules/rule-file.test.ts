import { expect, test } from 'vitest'
import type { ImportRule } from './rule'
import { compareRules, readRuleFile, writeRuleFile } from './rule-file'

const rule: ImportRule = {
  ...{
    id: 'r1',
    name: 'Prefecture',
    sheet: 'orders/japan',
    shops: ['recipe:a'],
    shopName: 'A',
    isEnabled: false,
  },
  conditions: [{ column: 'recipient.state', test: 'equals', texts: ['東京'] }],
  action: { kind: 'set', column: 'recipient.state', text: '東京都' },
}
const { id: _, ...content } = rule
const fileOf = (...rules: unknown[]) => JSON.stringify({ ladingRules: 1, rules })

test('a file has the rules in their order, without the ids of this workspace', () => {
  const text = writeRuleFile([rule, { ...rule, id: 'r2', name: 'Second' }])
  expect(text).not.toContain('r1')
  expect(readRuleFile(text)).toEqual({ ok: true, rules: [content, { ...content, name: 'Second' }] })
})

test.each([
  ['not json', 'json'],
  ['{"ladingRecipes":1}', 'other'],
  [fileOf(), 'none'],
  [JSON.stringify({ ladingRules: 2, rules: [content] }), 'newer'],
  ['x'.repeat(1_000_001), 'large'],
])('a file that does not contain rules is refused: %.20s', (text, code) => {
  expect(readRuleFile(text)).toMatchObject({ ok: false, failure: { code } })
})

test.each([
  ['an unknown key', { ...content, run: 'code' }],
  ['an unknown column', { ...content, action: { kind: 'set', column: 'nothing', text: '' } }],
  ['a text that no database stores', { ...content, name: 'a\0b' }],
  [
    'the order number',
    { ...content, action: { kind: 'set', column: 'orderInfo.mallOrderNumber', text: 'x' } },
  ],
  ['a skip of everything', { ...content, conditions: [], action: { kind: 'skip', what: 'order' } }],
  [
    'a blank text to compare',
    { ...content, conditions: [{ column: 'recipient.state', test: 'equals', texts: [' '] }] },
  ],
])('a file with %s is refused as a whole', (_, wrong) => {
  expect(readRuleFile(fileOf(content, wrong))).toMatchObject({ ok: false, failure: { code: 'wrong' } })
})

test('an import says which rules are new, different or already here', () => {
  const other = { ...content, action: { ...rule.action, text: '東京' } } as typeof content
  const all = { ...content, shops: [] }
  expect(compareRules([rule], [{ ...content, name: 'another name' }, other, all])).toEqual([
    { kind: 'same', rule: { ...content, name: 'another name' } },
    { kind: 'different', rule: other, before: rule },
    { kind: 'new', rule: all },
  ])
})
