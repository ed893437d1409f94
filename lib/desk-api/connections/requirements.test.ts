import { describe, expect, test } from 'vitest'
import { type Rule, ruleKinds } from '@/lib/sheet/judge/requirements/requirement'
import { type FiledRequirement, readRequirementFile, writeRequirementFile } from './requirement-file'
import { type RequirementForm, requirementFormSchema, requirementOf, ruleTexts } from './requirements'

const blank = { words: '', prefix: '', amount: '', currency: '' }
const form = (over: Partial<RequirementForm>): RequirementForm => ({
  ...{
    connectionId: 'c',
    sheet: 'orders/japan',
    column: 'items[].name',
    kind: 'required',
    severity: 'error',
  },
  ...blank,
  ...over,
})

describe('the form', () => {
  test.each<[Partial<RequirementForm>, Rule]>([
    [{}, { kind: 'required' }],
    [
      { kind: 'excluded', words: ' bag \n\ngoods\nbag' },
      { kind: 'excluded', words: ['bag', 'goods'] },
    ],
    [
      { kind: 'max_length', amount: '３０' },
      { kind: 'max_length', max: 30 },
    ],
    [
      { column: 'items[].price', kind: 'max', amount: '100,000.5' },
      { kind: 'max', max: 100_000.5 },
    ],
    [
      { column: '', kind: 'max_total', amount: '16666', currency: 'jpy' },
      { kind: 'max_total', max: 16_666, currency: 'JPY' },
    ],
  ])('reads %j', (over, rule) => {
    const read = requirementFormSchema.parse(form(over))
    expect(requirementOf(read).rule).toEqual(rule)
    expect(requirementOf({ ...read, ...ruleTexts(rule) }).rule).toEqual(rule)
  })

  test.each<[Partial<RequirementForm>, string]>([
    [{ kind: 'excluded', words: ' \n' }, 'words'],
    [{ kind: 'max_length', amount: '1.5' }, 'amount'],
    [{ kind: 'max_length', amount: '' }, 'amount'],
    [{ column: 'items[].price', kind: 'max', amount: 'many' }, 'amount'],
    [{ column: '', kind: 'max_total', amount: '1', currency: 'US$' }, 'currency'],
    [{ column: 'items[].price', kind: 'ascii' }, 'kind'],
    [{ column: 'items[].shelf' }, 'kind'],
    [{ kind: 'starts_with', prefix: ' ' }, 'prefix'],
  ])('refuses %j at %s', (over, field) => {
    const read = requirementFormSchema.safeParse(form(over))
    expect(read.error?.issues.map(({ path }) => path.join('.'))).toEqual([field])
  })

  test('has texts for each kind of rule', () => expect(ruleKinds).toHaveLength(15))
})

const url: FiledRequirement = {
  ...{ sheet: 'orders/japan', column: 'items[].itemUrl', rule: { kind: 'required' } },
  ...{ severity: 'error', isEnabled: true },
}
const total: FiledRequirement = {
  ...{ sheet: 'orders/general', column: '', rule: { kind: 'max_total', max: 800, currency: 'USD' } },
  ...{ severity: 'warning', isEnabled: false },
}
const file = (...requirements: object[]) => JSON.stringify({ ladingRequirements: 1, requirements })

test('exported requirements are imported unchanged', () => {
  expect(readRequirementFile(writeRequirementFile([url, total]))).toEqual({
    ok: true,
    requirements: [url, total],
  })
})

test('an entry without severity is an error that is on', () => {
  const { sheet, column, rule } = url
  expect(readRequirementFile(`\uFEFF${file({ sheet, column, rule })}`)).toEqual({
    ok: true,
    requirements: [url],
  })
})

test.each<[string, string, object]>([
  ['no JSON', 'a,b', { code: 'json' }],
  ['another JSON', '{"recipes":[]}', { code: 'other' }],
  ['no entry', file(), { code: 'none' }],
  [
    'a newer version',
    JSON.stringify({ ladingRequirements: 2, requirements: [url] }),
    { code: 'newer', version: 2 },
  ],
  [
    'an unknown column',
    file(url, { ...url, column: 'items[].shelf' }),
    { code: 'wrong', at: 2, place: 'column' },
  ],
  ['an unknown kind', file({ ...url, rule: { kind: 'tidy' } }), { code: 'wrong', at: 1, place: 'rule.kind' }],
  ['an unknown member', file({ ...url, colour: 'red' }), { code: 'wrong', at: 1, place: 'colour' }],
  ['the same twice', file(url, total, url), { code: 'repeated', first: 1, at: 3 }],
])('a file with %s is rejected as a whole', (_, text, failure) => {
  expect(readRequirementFile(text)).toEqual({ ok: false, failure })
})
