import { expect, test } from 'vitest'
import { unpackLines } from '@/lib/import/lines/compact/pack-lines'
import type { FillLookups } from '@/lib/import/lines/fill/source-loader'
import { originAt } from '@/lib/import/recipe/values/origins'
import type { ImportRule, RuleAction, RuleCondition } from '@/lib/import/rules/rule'
import { Reader } from './reader'

const NUMBER = 'orderInfo.mallOrderNumber'
const EMAIL = 'recipient.email'
const ZIP = 'recipient.zipCode'
const STATE = 'recipient.state'

const file = [
  [NUMBER, 'recipient.country', 'recipient.name', ZIP, STATE, EMAIL].join(','),
  'A-1,JP,山田,1500041x,,',
  'A-2,JP,佐藤,530-0001,,own@example.com',
].join('\n')

const lookups: FillLookups = {
  presets: async () => [
    { name: 'Own', texts: { [EMAIL]: 'preset@example.com' }, isDefault: true, shops: [] },
  ],
  codes: async () => new Set(),
  products: async () => new Map(),
  postal: async () => digits => (digits === '1500041' ? { state: '東京都', city: '渋谷区' } : undefined),
}

const rule = (action: RuleAction, conditions: readonly RuleCondition[] = []): ImportRule => ({
  ...{ id: 'r', name: 'Rule', sheet: 'orders/japan', shops: [], shopName: '', isEnabled: true },
  ...{ action, conditions },
})

async function read(rules: () => Promise<readonly ImportRule[]>) {
  const bytes = new TextEncoder().encode(file)
  const reader = new Reader({
    ...{ id: 'f', name: 'a.csv', bytes, sheet: 'orders/japan', remembered: [], lookups, rules },
  })
  const outcome = await reader.read({})
  if (outcome.kind !== 'outline') throw new Error(outcome.kind)
  const lines = unpackLines((await reader.nextLines(10)).packed)
  return { reader, outline: outcome.outline, counts: await reader.counts(), lines }
}
const column = (lines: Awaited<ReturnType<typeof read>>['lines'], id: string) => lines.map(line => line[id])

test('a preset does not hide what a rule sets, and fills what no rule set', async () => {
  const isFirst: RuleCondition[] = [{ column: NUMBER, test: 'equals', texts: ['A-1'] }]
  const set = rule({ kind: 'set', column: EMAIL, text: 'rule@example.com' }, isFirst)
  expect(column((await read(async () => [set])).lines, EMAIL)).toEqual([
    'rule@example.com',
    'own@example.com',
  ])
  expect(column((await read(async () => [])).lines, EMAIL)).toEqual(['preset@example.com', 'own@example.com'])
})

test('a cell that a rule clears stays blank, and its origin keeps the text of the file', async () => {
  const { lines } = await read(async () => [rule({ kind: 'set', column: EMAIL, text: '' })])
  expect(column(lines, EMAIL)).toEqual(['preset@example.com', ''])
  expect(originAt(lines[1] ?? {}, EMAIL)).toMatchObject({ kind: 'rule', before: 'own@example.com' })
})

test('what a rule writes is filled further: a corrected postal code gives its prefecture', async () => {
  const { lines, counts } = await read(async () => [
    rule({ kind: 'replace', column: ZIP, find: 'x', by: '' }),
  ])
  expect(column(lines, STATE)[0]).toBe('東京都')
  expect(counts.rules).toEqual([{ id: 'r', name: 'Rule', cells: 1, rows: 0 }])
})

test('a missing list of rules holds up no file, and is reported', async () => {
  const { outline, lines } = await read(() => Promise.reject(new TypeError('away')))
  expect(outline.ruleState).toBe('failed')
  expect(lines).toHaveLength(2)
})

test('rules of other shops and other sheets, and disabled ones, change nothing', async () => {
  const set = rule({ kind: 'set', column: EMAIL, text: 'x@example.com' })
  const others: ImportRule[] = [
    { ...set, shops: ['recipe:other'] },
    { ...set, sheet: 'orders/general' },
    { ...set, isEnabled: false },
  ]
  const { counts, outline } = await read(async () => others)
  expect(counts.rules).toEqual([])
  expect(outline.ruleState).toBe('applied')
})

test('a column that a rule fills in an order is not reported as missing', async () => {
  const missing = async (rules: readonly ImportRule[]) =>
    (await read(async () => rules)).counts.missing.map(one => one.column)
  expect(await missing([])).toContain('items[].originCountry')
  const set = rule({ kind: 'set', column: 'items[].originCountry', text: 'KR' })
  expect(await missing([set])).not.toContain('items[].originCountry')
})

test('rules are tested without changing what is imported', async () => {
  const { reader } = await read(async () => [])
  const counts = await reader.testRules([rule({ kind: 'set', column: EMAIL, text: 'x@example.com' })])
  expect(counts).toMatchObject([
    {
      cells: 2,
      examples: [
        { number: 'A-1', column: EMAIL, before: '', after: 'x@example.com' },
        { number: 'A-2', column: EMAIL, before: 'own@example.com', after: 'x@example.com' },
      ],
    },
  ])
})
