import * as z from 'zod'
import { repairs } from '@/lib/import/repair/repairs'
import { sheetIds } from '@/lib/sheet/schema/sheet-ids'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { STORABLE_TEXT } from '@/lib/sheet/schema/storable-text'
import { blankTests, type RuleAction, type RuleCondition, textTests } from './rule'
import { ruleColumns } from './rule-runner'

// Rules come from files of other people, so every key and every length is validated.

const text = (most: number) => z.string().max(most).regex(STORABLE_TEXT)
const column = z.string().min(1).max(200)
const cellText = text(3000)

const conditionSchema: z.ZodType<RuleCondition> = z.union([
  z.strictObject({
    column,
    test: z.enum(textTests),
    texts: z
      .array(cellText.refine(one => one.trim() !== ''))
      .min(1)
      .max(500),
  }),
  z.strictObject({ column, test: z.enum(blankTests) }),
])

const kindsOfDamage = Object.keys(repairs) as [keyof typeof repairs, ...(keyof typeof repairs)[]]

const actionSchema: z.ZodType<RuleAction> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('set'), column, text: cellText }),
  z.strictObject({ kind: z.literal('replace'), column, find: cellText.min(1), by: cellText }),
  z.strictObject({
    kind: z.literal('split'),
    column,
    separator: text(50).min(1),
    occurrence: z.enum(['first', 'last']),
    to: column,
  }),
  z.strictObject({ kind: z.literal('repair'), column, damage: z.enum(kindsOfDamage) }),
  z.strictObject({ kind: z.literal('skip'), what: z.enum(['order', 'row']) }),
])

/** The members of a rule that both a request and a file have. */
const ruleShape = {
  name: text(120).transform(name => name.trim()),
  sheet: z.enum(sheetIds),
  shops: z.array(text(120).min(1)).max(4),
  shopName: text(120),
  conditions: z.array(conditionSchema).max(10),
  action: actionSchema,
}

/** What is wrong with a rule as a whole; `rules.problem` has a sentence for each. */
export type RuleProblem = 'column' | 'key' | 'same' | 'everything'

interface CheckedRule {
  readonly sheet: SheetId
  readonly conditions: readonly RuleCondition[]
  readonly action: RuleAction
}

/** Why a rule cannot be applied; undefined: it can. */
export function ruleProblem(rule: CheckedRule): RuleProblem | undefined {
  const { columns, key } = sheets[rule.sheet]
  const { action, conditions } = rule
  const known = new Set(columns.map(({ id }) => id))
  if (ruleColumns(rule).some(id => !known.has(id))) return 'column'
  // One text for the number of every order would make one order of all.
  if ((action.kind === 'set' && action.column === key) || (action.kind === 'split' && action.to === key))
    return 'key'
  if (action.kind === 'split' && action.to === action.column) return 'same'
  return action.kind === 'skip' && conditions.length === 0 ? 'everything' : undefined
}

function checkRule(rule: CheckedRule, context: z.RefinementCtx): void {
  const problem = ruleProblem(rule)
  if (problem) context.addIssue({ code: 'custom', message: `rules.problem.${problem}` })
}

/** A rule that an operator makes or changes. */
export const newRuleSchema = z.strictObject({ ...ruleShape, isEnabled: z.boolean() }).superRefine(checkRule)

/** A rule as the store and files have it. */
export const storedRuleSchema = z
  .strictObject({ ...ruleShape, isEnabled: z.boolean().default(true) })
  .superRefine(checkRule)
