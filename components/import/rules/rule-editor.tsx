import { Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import type { NewRule, RuleCondition } from '@/lib/import/rules/rule'
import { sheets } from '@/lib/sheet/schema/sheets'
import { ActionFields } from './action-fields'
import { ConditionRow } from './condition-row'
import { emptyCondition } from './rule-draft'
import { useRuleText } from './use-rule-text'

/** The parts of a rule that an operator can edit in addition to its name and its shops. */
type Edited = Pick<NewRule, 'sheet' | 'conditions' | 'action'>

interface Props<R extends Edited> {
  rule: R
  onChange: (rule: R) => void
}

/** Conditions of a rule, and what it does. */
export function RuleEditor<R extends Edited>({ rule, onChange }: Props<R>) {
  const t = useTranslations('rules.form')
  const { columnName } = useRuleText()
  const { sheet, conditions, action } = rule
  const columns = sheets[sheet].columns.map(({ id }) => ({ value: id, label: columnName(sheet, id) }))
  const put = (next: readonly RuleCondition[]) => onChange({ ...rule, conditions: next })
  return (
    <div className="flex flex-col gap-3">
      <section className="flex flex-col gap-1.5">
        <h3 className="font-medium text-ink-2 text-xs">{t('when')}</h3>
        {conditions.length === 0 && <p className="text-ink-3 text-xs">{t('everyRow')}</p>}
        {/* Conditions have no ids, so their positions are keys. */}
        {[...conditions.entries()].map(([at, condition]) => (
          <ConditionRow
            key={at}
            condition={condition}
            at={at + 1}
            columns={columns}
            onChange={next => put(conditions.with(at, next))}
            onRemove={() => put(conditions.toSpliced(at, 1))}
          />
        ))}
        <div>
          <Button size="small" variant="quiet" onClick={() => put([...conditions, emptyCondition(sheet)])}>
            <Plus aria-hidden />
            {t('addCondition')}
          </Button>
        </div>
      </section>
      <section className="flex flex-col gap-1.5">
        <h3 className="font-medium text-ink-2 text-xs">{t('then')}</h3>
        <ActionFields
          action={action}
          sheet={sheet}
          columns={columns}
          onChange={next => onChange({ ...rule, action: next })}
        />
      </section>
    </div>
  )
}
