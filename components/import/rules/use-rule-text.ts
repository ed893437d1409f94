import { useLocale, useTranslations } from 'use-intl'
import type { RuleAction, RuleCondition } from '@/lib/import/rules/rule'
import { shownInFull } from '@/lib/sheet/schema/choices/shown-value'
import { wordsKeyOf } from '@/lib/sheet/schema/columns'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { fullColumnName } from '@/lib/words/sentences/column-name'
import { listOf } from '@/lib/words/sentences/join'

/** What a rule does and when, without its name. */
export interface DescribedRule {
  readonly sheet: SheetId
  readonly conditions: readonly RuleCondition[]
  readonly action: RuleAction
}

/** Texts of a condition that a sentence names. */
const NAMED_TEXTS = 3
/** The longest name of a rule, in characters. */
const MAX_NAME = 120

/** Rules in words, in the language of the operator. */
export interface RuleText {
  /** What a rule does with which rows, in one line. */
  sentence(rule: DescribedRule): string
  /** A name for a rule that the operator did not name. */
  derivedName(rule: DescribedRule): string
  columnName(sheet: SheetId, column: string): string
}

/** Describes rules in the operator's language. */
export function useRuleText(): RuleText {
  const t = useTranslations('rules.sentence')
  const kinds = useTranslations('findings.kinds')
  const columns = useTranslations('columns')
  const locale = useLocale()
  const columnOf = (sheet: SheetId, id: string) => sheets[sheet].columns.find(column => column.id === id)
  const columnName = (sheet: SheetId, id: string) => {
    const column = columnOf(sheet, id)
    return column ? fullColumnName(columns, wordsKeyOf(column)) : id
  }
  const quoted = (text: string) => t('text', { text })
  const shownValue = (sheet: SheetId, id: string, text: string) =>
    quoted(shownInFull(text, columnOf(sheet, id), locale))

  const conditionText = (sheet: SheetId, condition: RuleCondition): string => {
    const column = columnName(sheet, condition.column)
    if (!('texts' in condition)) return t(condition.test, { column })
    const list = new Intl.ListFormat(locale, { type: 'disjunction' }).format(
      condition.texts.slice(0, NAMED_TEXTS).map(text => shownValue(sheet, condition.column, text)),
    )
    const more = condition.texts.length - NAMED_TEXTS
    return t(condition.test, { column, texts: more > 0 ? t('texts', { list, count: more }) : list })
  }
  const actionText = (sheet: SheetId, action: RuleAction): string => {
    if (action.kind === 'skip')
      return action.what === 'order' ? t('skipOrder', { record: sheets[sheet].recordType }) : t('skipRow')
    const column = columnName(sheet, action.column)
    switch (action.kind) {
      case 'set':
        return action.text.trim() === ''
          ? t('clear', { column })
          : t('set', { column, text: shownValue(sheet, action.column, action.text) })
      case 'replace':
        return action.by === ''
          ? t('removePart', { column, find: quoted(action.find) })
          : t('replace', { column, find: quoted(action.find), by: quoted(action.by) })
      case 'split':
        return t('split', {
          column,
          separator: quoted(action.separator),
          to: columnName(sheet, action.to),
        })
      case 'repair':
        return t('repair', { column, text: kinds(action.damage) })
    }
  }
  const sentence = ({ sheet, conditions, action }: DescribedRule): string => {
    const does = actionText(sheet, action)
    if (conditions.length === 0) return capitalised(does)
    return `${listOf(
      locale,
      conditions.map(condition => conditionText(sheet, condition)),
    )} → ${does}`
  }
  return {
    sentence,
    derivedName: rule => shortened(sentence(rule)),
    columnName,
  }
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function shortened(text: string): string {
  const clean = text.replaceAll(/\s+/g, ' ')
  const letters = Array.from(clean)
  return letters.length > MAX_NAME / 2 ? `${letters.slice(0, MAX_NAME / 2 - 1).join('')}…` : clean
}
