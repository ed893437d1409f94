import { useLocale, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { useBusy } from '@/components/ui/use-busy'
import type { SuggestedRequirement } from '@/lib/desk-api/connections/requirements'
import type { Result } from '@/lib/desk-api/result'
import { type RuleKind, WHOLE_RECORD } from '@/lib/sheet/judge/requirements/requirement'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { isolated } from '@/lib/words/sentences/isolated'
import { listOf } from '@/lib/words/sentences/join'
import { useRequirementText } from './use-requirement-text'

/** How suggestions are answered. */
export interface SuggestionActions {
  /** Makes requirements of suggestions for a sheet. */
  add(input: {
    connectionId: string
    sheet: SheetId
    suggestions: { column: string; kind: RuleKind }[]
  }): Promise<Result<{ count: number }>>
  /** Dismisses a suggestion: its kind is not suggested again for its column. */
  dismiss(input: {
    connectionId: string
    sheet: SheetId
    column: string
    kind: RuleKind
  }): Promise<Result<null>>
}

interface Props {
  connection: { readonly id: string; readonly name: string }
  suggestions: readonly SuggestedRequirement[]
  /** Absent: this operator may not answer them. */
  actions: SuggestionActions | undefined
  announce: (sentence: string) => void
  /** Called after an answer was stored. */
  onAnswered: () => void
}

/**
 * Requirements that rejections of a connection suggest: why, with examples, and what the operator can do about each.
 */
export function SuggestionList({ connection, suggestions, actions, announce, onAnswered }: Props) {
  const t = useTranslations('requirements.suggestions')
  const text = useRequirementText()
  const [isBusy, whileBusy] = useBusy()
  const connectionId = connection.id

  const answer = <T,>(request: Promise<Result<T>>, sentenceOf: (value: T) => string) =>
    whileBusy(async () => {
      const result = await request
      announce(result.ok ? sentenceOf(result.value) : result.problem.message)
      onAnswered()
    })
  const add = (chosen: readonly SuggestedRequirement[]) => {
    const [first] = chosen
    if (!actions || !first) return
    const wanted = chosen.map(({ column, rule }) => ({ column, kind: rule.kind }))
    const request = actions.add({ connectionId, sheet: first.sheet, suggestions: wanted })
    void answer(request, ({ count }) => t('added', { count }))
  }
  const dismiss = ({ sheet, column, rule }: SuggestedRequirement) => {
    if (!actions) return
    void answer(actions.dismiss({ connectionId, sheet, column, kind: rule.kind }), () => t('dismissed'))
  }

  const isOneSheet = suggestions.every(({ sheet }) => sheet === suggestions[0]?.sheet)
  return (
    <>
      <div className="px-3.5 pb-2">
        <p className="text-ink-3 text-xs">
          {actions ? t('lead', { connection: isolated(connection.name) }) : t('mayNot')}
        </p>
        {actions && suggestions.length > 1 && isOneSheet && (
          <Button
            size="small"
            className="mt-1.5"
            disabled={isBusy}
            focusableWhenDisabled
            onClick={() => add(suggestions)}
          >
            {t('addAll', { count: suggestions.length })}
          </Button>
        )}
      </div>
      <ul aria-label={t('label')}>
        {suggestions.map(suggestion => {
          const { sheet, column, rule, orders } = suggestion
          const requirement = text.whole(sheet, suggestion)
          return (
            <li key={requirement} className="break-words border-line border-t px-3.5 py-2">
              <p>
                {t('why', {
                  connection: isolated(connection.name),
                  record: sheets[sheet].recordType,
                  count: orders,
                  isWhole: column === WHOLE_RECORD ? 'yes' : 'no',
                  column: text.column(sheet, column),
                  rule: text.rule(sheet, rule),
                })}
              </p>
              <Examples of={suggestion} />
              {actions && (
                <div className="mt-1.5 flex gap-1.5">
                  <Button
                    size="small"
                    disabled={isBusy}
                    focusableWhenDisabled
                    aria-label={t('addOf', { requirement })}
                    onClick={() => add([suggestion])}
                  >
                    {t('add')}
                  </Button>
                  <Button
                    size="small"
                    variant="quiet"
                    disabled={isBusy}
                    focusableWhenDisabled
                    aria-label={t('dismissOf', { requirement })}
                    onClick={() => dismiss(suggestion)}
                  >
                    {t('dismiss')}
                  </Button>
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** Rejected values, or the numbers of the orders where the values are blank or personal. */
function Examples({ of: { sheet, examples } }: { of: SuggestedRequirement }) {
  const t = useTranslations('requirements.suggestions')
  const locale = useLocale()
  const values = [...new Set(examples.flatMap(({ value }) => value ?? []))]
  const shown = values.length > 0 ? values : examples.map(({ number }) => number)
  const list = listOf(locale, shown.map(isolated), 'unit')
  return (
    <p className="text-ink-3 text-xs">
      {values.length > 0 ? t('values', { list }) : t('numbers', { record: sheets[sheet].recordType, list })}
    </p>
  )
}
