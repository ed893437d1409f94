import 'server-only'
import type * as z from 'zod'
import { columnName } from '@/lib/desk/column-name'
import type {
  addSuggestionsSchema,
  dismissSuggestionSchema,
  SheetRequirement,
  SheetRequirements,
  SuggestedRequirement,
} from '@/lib/desk-api/connections/requirements'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import { type Rule, ruleSchema } from '@/lib/sheet/judge/requirements/requirement'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import {
  dismissSuggestion as dismiss,
  listSuggestions as list,
  type StoredSuggestion,
} from '@/lib/store/connections/requirement-suggestions'
import { database } from '@/lib/store/db/database'
import { getTranslations } from '@/lib/words/server'
import { requirementLearner } from './learn'
import { listRequirements, parseStoredRule, requirementsBySheet, saveSuggested } from './requirements'

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
  const { orders, examples } = stored
  const parsed = parseStoredRule(stored)
  return parsed && { ...parsed, orders, examples: JSON.parse(examples) }
}

/**
 * Makes requirements of suggestions; all of them, or none. Words are added to those that a requirement of the same kind
 * has, and a warning stays one. A requirement that is off is not turned on by it: its other words would be judged, too.
 */
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
  const requirements: (SheetRequirement & { readonly isEnabled: boolean })[] = []
  for (const { column, rule } of chosen) {
    const before = existing.find(
      one => one.sheet === sheet && one.column === column && one.rule.kind === rule.kind,
    )
    const requirement = nameOf(sheet, column, rule)
    if (before?.isEnabled === false) return fail('off', t('suggestionOff', { requirement }))
    // A longer list of words than a requirement may have could not be read again.
    const read = ruleSchema.safeParse(merged(before?.rule, rule))
    if (!read.success) return fail('full', t('wordsFull', { requirement }))
    const severity = before?.severity ?? 'error'
    requirements.push({ sheet, column, rule: read.data, severity, isEnabled: true })
  }
  const result = await saveSuggested(connectionId, requirements, operatorId)
  return result.ok ? ok({ count: requirements.length }) : result
}

function merged(before: Rule | undefined, rule: Rule): Rule {
  if (!before || !('words' in before) || !('words' in rule)) return rule
  return { ...rule, words: [...new Set([...before.words, ...rule.words])] }
}

/** A requirement by its column and kind, without its words: "Item name: Must not be one of these values". */
function nameOf(sheetId: SheetId, columnId: string, { kind }: Rule): string {
  const { columns, recordType } = sheets[sheetId]
  const column = columns.find(({ id }) => id === columnId)
  const whole = recordType === 'order' ? t('wholeOrder') : t('wholeProduct')
  return t('sentence', { column: column ? columnName(column) : whole, rule: t(`kinds.${kind}`) })
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
