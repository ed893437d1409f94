'use client'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { EntryActs } from '@/app/(desk)/settings/entry-acts'
import { AreaField, ChoiceField, TextField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { useRequirementText } from '@/components/workbench/requirements/use-requirement-text'
import {
  hasParameter,
  type ListedRequirement,
  type RequirementForm,
  requirementFormSchema,
  ruleTexts,
} from '@/lib/desk-api/connections/requirements'
import { kindsFor, severities, WHOLE_RECORD } from '@/lib/sheet/judge/requirements/requirement'
import { sheets } from '@/lib/sheet/schema/sheets'
import { saveRequirement } from './actions'

interface Props {
  connectionId: string
  /** The requirement to change; absent: a new one. */
  requirement: ListedRequirement | undefined
  onSaved: () => void
  onCancel: () => void
  /** Absent: the requirement is new. */
  onDelete: (() => void) | undefined
}

/** The sheet, the column and the rule of a requirement. */
export function RequirementFields({ connectionId, requirement, onSaved, onCancel, onDelete }: Props) {
  const t = useTranslations('requirements')
  const key = requirement && {
    sheet: requirement.sheet,
    column: requirement.column,
    kind: requirement.rule.kind,
  }
  return (
    <Form
      schema={requirementFormSchema}
      initial={{
        connectionId,
        ...(key && { before: key }),
        ...(key ?? { sheet: 'orders/japan', column: 'items[].itemUrl', kind: 'required' }),
        severity: requirement?.severity ?? 'error',
        ...ruleTexts(requirement?.rule),
      }}
      submit={t('save')}
      label={t('title')}
      others={<EntryActs t={t} onCancel={onCancel} onDelete={onDelete} />}
      action={saveRequirement}
      onAccepted={onSaved}
    >
      <RuleFields />
    </Form>
  )
}

function RuleFields() {
  const t = useTranslations('requirements')
  const sheetNames = useTranslations('workbench.sheets')
  const text = useRequirementText()
  const { setValue } = useFormContext<RequirementForm>()
  const [sheetId, column, kind] = useWatch<RequirementForm, ['sheet', 'column', 'kind']>({
    name: ['sheet', 'column', 'kind'],
  })
  const sheet = sheets[sheetId]
  const columnIds = [WHOLE_RECORD, ...sheet.columns.map(({ id }) => id)]
  const kinds = kindsFor(sheet, column)
  useEffect(() => {
    if (!columnIds.includes(column)) setValue('column', sheet.key)
    else if (!kinds.includes(kind)) setValue('kind', kinds[0] ?? 'required')
  })
  return (
    <>
      <ChoiceField
        name="sheet"
        label={t('sheet')}
        choices={Object.values(sheets).map(({ id }) => ({ value: id, label: sheetNames(id) }))}
      />
      <ChoiceField
        name="column"
        label={t('column')}
        choices={columnIds.map(id => ({ value: id, label: text.column(sheetId, id) }))}
      />
      <ChoiceField
        name="kind"
        label={t('kind')}
        choices={kinds.map(value => ({ value, label: t(`kinds.${value}`, { record: sheet.recordType }) }))}
      />
      {hasParameter(kind, 'words') && (
        <AreaField name="words" label={t('words')} hint={t('wordsHint')} rows={4} />
      )}
      {hasParameter(kind, 'prefix') && <TextField name="prefix" label={t('prefix')} autoComplete="off" />}
      {hasParameter(kind, 'amount') && (
        <TextField name="amount" label={t('amount')} inputMode="decimal" autoComplete="off" />
      )}
      {hasParameter(kind, 'currency') && (
        <TextField name="currency" label={t('currency')} hint={t('currencyHint')} autoComplete="off" />
      )}
      <ChoiceField
        name="severity"
        label={t('severity')}
        choices={severities.map(value => ({ value, label: t(`severities.${value}`) }))}
      />
    </>
  )
}
