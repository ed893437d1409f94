'use server'
import { refreshPath } from '@/app/(desk)/refresh-pages'
import { action } from '@/lib/auth/guard'
import * as rules from '@/lib/desk/master/import-rules'
import {
  enableRuleSchema,
  lastImportSchema,
  moveRuleSchema,
  ruleIdSchema,
  saveRulesSchema,
} from '@/lib/desk-api/master/import-rules'
import type { Result } from '@/lib/desk-api/result'

const refreshed = <T>(result: Result<T>) => refreshPath('/settings/rules', result)

export const saveRules = action({ role: 'editor', input: saveRulesSchema }, async (input, { id }) =>
  refreshed(await rules.saveRules(input, id)),
)

/** No page is rendered again: the workbench calls this after a correction. */
export const rememberRules = action({ role: 'editor', input: saveRulesSchema }, (input, { id }) =>
  rules.saveRules(input, id),
)

export const moveRule = action({ role: 'editor', input: moveRuleSchema }, async input =>
  refreshed(await rules.moveRule(input)),
)

export const enableRule = action({ role: 'editor', input: enableRuleSchema }, async (input, { id }) =>
  refreshed(await rules.enableRule(input, id)),
)

export const deleteRule = action({ role: 'editor', input: ruleIdSchema }, async ({ id }) =>
  refreshed(await rules.deleteRule(id)),
)

/** The file that a rule is tested with; viewers may not read files. */
export const findLastImport = action({ role: 'editor', input: lastImportSchema }, input =>
  rules.findLastImport(input),
)
