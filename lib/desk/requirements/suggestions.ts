import 'server-only'
import type * as z from 'zod'
import type {
  addSuggestionsSchema,
  dismissSuggestionSchema,
  SheetRequirements,
  SuggestedRequirement,
} from '@/lib/desk-api/connections/requirements'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import { fitsSheet, type Rule, ruleSchema } from '@/lib/sheet/judge/requirements/requirement'
import { findSheet, type SheetId } from '@/lib/sheet/schema/sheets'
import {
  dismissSuggestion as dismiss,
  listSuggestions as list,
  type StoredSuggestion,
} from '@/lib/store/connections/requirement-suggestions'
import { database } from '@/lib/store/db/database'
import { getTranslations } from '@/lib/words/server'
import { requirementLearner } from './learn'
import { listRequirements, requirementsBySheet, saveSuggested } from './requirements'

const t = getTranslations('requirements')

/** What rejections of a connection suggest, for one sheet or all; what explains most orders comes first. */
export async function listSuggestions(
  connectionId: string,
  sheet?: SheetId,
): Promise<SuggestedRequirement[]> {
  const { kysely } = await database()
  return (await list(kysely, connectionId, 'open', sheet)).flatMap(one => parseStored(one) ?? [])
}

/** What a connection requires of a sheet now, and what its last checks suggest. */
export async function sheetRequirements(connectionId: string, sheet: SheetId): Promise<SheetRequirements> {
  // A check that has just ended may be what the operator looks at.
  await requirementLearner().settled()
  const { kysely } = await database()
  const requirements = await requirementsBySheet(kysely, sheet, connectionId)
  return {
    requirements: requirements.get(connectionId) ?? [],
    suggestions: await listSuggestions(connectionId, sheet),
  }
}

function parseStored(stored: StoredSuggestion): SuggestedRequirement | undefined {
  const sheet = findSheet(stored.sheet.split('/'))
  const rule = ruleSchema.safeParse(JSON.parse(stored.rule))
  const { column, orders, examples } = stored
  if (!sheet || !rule.success || !fitsSheet({ column, rule: rule.data }, sheet)) return undefined
  return { sheet: sheet.id, column, rule: rule.data, orders, examples: JSON.parse(examples) }
}

/** Makes requirements of suggestions. Words are added to those that a requirement of the same kind has. */
export async function addSuggestions(
  { connectionId, sheet, suggestions }: z.output<typeof addSuggestionsSchema>,
  operatorId: string,
): Promise<Result<{ count: number }>> {
  const open = await listSuggestions(connectionId, sheet)
  const existing = await listRequirements(connectionId)
  const chosen = open.filter(one =>
    suggestions.some(({ column, kind }) => one.column === column && one.rule.kind === kind),
  )
  if (chosen.length < suggestions.length) return fail('gone', t('suggestionGone'))
  const requirements = chosen.map(({ column, rule }) => {
    const before = existing.find(
      one => one.sheet === sheet && one.column === column && one.rule.kind === rule.kind,
    )
    return { sheet, column, rule: merged(before?.rule, rule), severity: 'error', isEnabled: true } as const
  })
  const result = await saveSuggested(connectionId, requirements, operatorId)
  return result.ok ? ok({ count: requirements.length }) : result
}

function merged(before: Rule | undefined, rule: Rule): Rule {
  if (!before || !('words' in before) || !('words' in rule)) return rule
  return { ...rule, words: [...new Set([...before.words, ...rule.words])] }
}

/** Dismisses a suggestion: its kind is not suggested again for its column. */
export async function dismissSuggestion(
  { connectionId, sheet, column, kind }: z.output<typeof dismissSuggestionSchema>,
  operatorId: string,
): Promise<Result<null>> {
  const { write } = await database()
  await write(trx => dismiss(trx, { connectionId, sheet, column, kind }, operatorId))
  return ok(null)
}
