import { testRules } from '@/components/import/rules/test-rules'
import type { LastImport } from '@/lib/desk-api/master/import-rules'
import type { ImportRule } from '@/lib/import/rules/rule'
import type { RuleCount } from '@/lib/import/rules/rule-runner'
import type { findLastImport } from './actions'

export type TestResult =
  | { readonly at: 'none' }
  | { readonly at: 'failed' }
  | { readonly at: 'reading'; readonly file: LastImport }
  | { readonly at: 'done'; readonly file: LastImport; readonly count: RuleCount }

/**
 * Tests a rule behind the enabled rules before it, because it sees what they wrote.
 * @param rules all rules, in their order
 * @throws what `find` throws, to be announced; it is shown as failed before
 */
export async function testRule(
  rule: ImportRule,
  rules: readonly ImportRule[],
  find: typeof findLastImport,
  show: (result: TestResult) => void,
): Promise<void> {
  const found = await find({ sheet: rule.sheet, shops: [...rule.shops] }).catch(error => {
    show({ at: 'failed' })
    throw error
  })
  if (!found.ok) return show({ at: 'failed' })
  const file = found.value
  if (!file) return show({ at: 'none' })
  show({ at: 'reading', file })
  const before = rules.slice(
    0,
    rules.findIndex(({ id }) => id === rule.id),
  )
  const counts = await testRules(file, rule.sheet, [...before, { ...rule, isEnabled: true }])
  const count = counts?.find(one => one.rule.id === rule.id)
  show(count ? { at: 'done', file, count } : { at: 'failed' })
}
