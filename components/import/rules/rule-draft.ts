import type { NewRule, RuleAction, RuleCondition } from '@/lib/import/rules/rule'
import { newRuleSchema, type RuleProblem, ruleProblem } from '@/lib/import/rules/rule-schema'
import { storedText } from '@/lib/sheet/schema/choices/read-code'
import { ITEM_CODE } from '@/lib/sheet/schema/fillable-columns'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'

// A rule while an operator edits it.

/** The column that new conditions and actions begin with. */
const usualColumn = (sheet: SheetId): string =>
  sheets[sheet].columns.find(({ id }) => id === ITEM_CODE)?.id ?? sheets[sheet].columns[1]?.id ?? ''

/** The condition with which the form of a rule begins. */
export const emptyCondition = (sheet: SheetId): RuleCondition => ({
  column: usualColumn(sheet),
  test: 'equals',
  texts: [''],
})

/** An action of another kind; it keeps the column. */
export function actionOfKind(kind: RuleAction['kind'], before: RuleAction, sheet: SheetId): RuleAction {
  const column = 'column' in before ? before.column : usualColumn(sheet)
  switch (kind) {
    case 'set':
      return { kind, column, text: '' }
    case 'replace':
      return { kind, column, find: '', by: '' }
    case 'split':
      return { kind, column, separator: ' ', occurrence: 'first', to: column }
    case 'repair':
      return { kind, column, damage: 'invisible' }
    case 'skip':
      return { kind, what: 'order' }
  }
}

/** The rule with which its form begins. */
export const emptyRule = (sheet: SheetId): NewRule => ({
  name: '',
  sheet,
  shops: [],
  shopName: '',
  isEnabled: true,
  conditions: [emptyCondition(sheet)],
  action: actionOfKind('set', { kind: 'skip', what: 'row' }, sheet),
})

/** The rule as it is stored: names of codes become codes, and blank lines are left out. */
export function finishedRule(rule: NewRule): NewRule {
  const columnOf = (id: string) => sheets[rule.sheet].columns.find(column => column.id === id)
  const conditions = rule.conditions.map(condition =>
    'texts' in condition
      ? {
          ...condition,
          texts: condition.texts.flatMap(text =>
            text.trim() === ''
              ? []
              : condition.test === 'equals'
                ? storedText(text.trim(), columnOf(condition.column))
                : text,
          ),
        }
      : condition,
  )
  const { action } = rule
  return {
    ...rule,
    name: rule.name.trim(),
    conditions,
    action:
      action.kind === 'set' ? { ...action, text: storedText(action.text, columnOf(action.column)) } : action,
  }
}

/** Why a rule cannot be stored; undefined: it can. @param rule from `finishedRule` */
export function problemOf(rule: NewRule): RuleProblem | 'incomplete' | undefined {
  const problem = ruleProblem(rule)
  return problem ?? (newRuleSchema.safeParse(rule).success ? undefined : 'incomplete')
}
