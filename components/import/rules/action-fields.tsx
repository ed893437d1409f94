import { useTranslations } from 'use-intl'
import { Field } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { Select } from '@/components/ui/fields/select'
import { repairs } from '@/lib/import/repair/repairs'
import type { RuleAction } from '@/lib/import/rules/rule'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { actionOfKind } from './rule-draft'

interface Props {
  action: RuleAction
  sheet: SheetId
  columns: readonly { readonly value: string; readonly label: string }[]
  onChange: (action: RuleAction) => void
}

const kinds = ['set', 'replace', 'split', 'repair', 'skip'] as const
const kindsOfDamage = Object.keys(repairs) as (keyof typeof repairs)[]

/** What a rule does: the kind of act, and the fields of that kind. */
export function ActionFields({ action, sheet, columns, onChange }: Props) {
  const t = useTranslations('rules.form')
  return (
    <div className="grid grid-cols-2 gap-x-2">
      <Field label={t('action')}>
        <Select
          choices={kinds.map(value => ({ value, label: t(`actions.${value}`) }))}
          value={action.kind}
          onChange={kind => onChange(actionOfKind(kind, action, sheet))}
        />
      </Field>
      {'column' in action && (
        <Field label={t('column')}>
          <Select
            choices={columns}
            value={action.column}
            onChange={column => onChange({ ...action, column })}
          />
        </Field>
      )}
      <KindFields action={action} sheet={sheet} columns={columns} onChange={onChange} />
    </div>
  )
}

function KindFields({ action, sheet, columns, onChange }: Props) {
  const t = useTranslations('rules.form')
  const damages = useTranslations('findings.kinds')
  switch (action.kind) {
    case 'set':
      return (
        <Field label={t('set')} hint={t('blankHint')} className="col-span-2">
          <Input
            value={action.text}
            onChange={event => onChange({ ...action, text: event.currentTarget.value })}
          />
        </Field>
      )
    case 'replace':
      return (
        <>
          <Field label={t('find')}>
            <Input
              value={action.find}
              onChange={event => onChange({ ...action, find: event.currentTarget.value })}
            />
          </Field>
          <Field label={t('by')}>
            <Input
              value={action.by}
              onChange={event => onChange({ ...action, by: event.currentTarget.value })}
            />
          </Field>
        </>
      )
    case 'split':
      return (
        <>
          <Field label={t('separator')}>
            <Input
              value={action.separator}
              onChange={event => onChange({ ...action, separator: event.currentTarget.value })}
            />
          </Field>
          <Field label={t('occurrence')}>
            <Select
              choices={(['first', 'last'] as const).map(value => ({
                value,
                label: t(`occurrences.${value}`),
              }))}
              value={action.occurrence}
              onChange={occurrence => onChange({ ...action, occurrence })}
            />
          </Field>
          <Field label={t('into')} className="col-span-2">
            <Select choices={columns} value={action.to} onChange={to => onChange({ ...action, to })} />
          </Field>
        </>
      )
    case 'repair':
      return (
        <Field label={t('damage')} className="col-span-2">
          <Select
            choices={kindsOfDamage.map(value => ({ value, label: damages(value) }))}
            value={action.damage}
            onChange={damage => onChange({ ...action, damage })}
          />
        </Field>
      )
    case 'skip':
      return (
        <Field label={t('what')}>
          <Select
            choices={(['order', 'row'] as const).map(value => ({
              value,
              label: t(`skips.${value}`, { record: sheets[sheet].recordType }),
            }))}
            value={action.what}
            onChange={what => onChange({ ...action, what })}
          />
        </Field>
      )
  }
}
