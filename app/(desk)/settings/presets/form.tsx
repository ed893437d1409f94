'use client'
import { type Ref, useEffect, useImperativeHandle, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'
import type * as z from 'zod'
import { EntryActs } from '@/app/(desk)/settings/entry-acts'
import { ChoiceField, TextField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { RepairHint } from '@/components/import/defaults/repair-hint'
import type { ListedPreset } from '@/lib/desk-api/master/presets'
import { offeredValues, type PresetField, presetFields, presetSchema } from '@/lib/desk-api/master/presets'
import { shownInFull } from '@/lib/sheet/schema/choices/shown-value'
import { type Column, wordsKeyOf } from '@/lib/sheet/schema/columns'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { assumedUnit } from '@/lib/sheet/schema/units'
import { fullColumnName } from '@/lib/words/sentences/column-name'
import { savePreset } from './actions'

/** What is typed into the form of a new preset. */
export type TypedPreset = Pick<z.input<typeof presetSchema>, 'name' | 'isDefault' | 'fields'>

interface Props {
  sheet: SheetId
  /** The preset to change; absent: a new one. */
  preset: ListedPreset | undefined
  /** What was typed for another sheet: its texts are kept as far as this sheet takes them. */
  typed?: TypedPreset | undefined
  /** Gets what is typed. */
  reader?: Ref<() => TypedPreset>
  onSaved: (name: string) => void
  onCancel: () => void
  /** Absent: there is nothing to delete. */
  onDelete: (() => void) | undefined
}

/** A preset's name and texts; its fields are the columns of the sheet that a preset can fill. */
export function PresetForm({ sheet, preset, typed, reader, onSaved, onCancel, onDelete }: Props) {
  const t = useTranslations('fill.presets')
  const fields = presetFields(sheet)
  const initialText = ({ name, column }: PresetField) => {
    if (preset) return preset.texts[column.id] ?? ''
    const text = typed?.fields[name] ?? ''
    return offeredValues(column)?.includes(text) === false ? '' : text
  }
  return (
    <Form
      schema={presetSchema}
      initial={{
        sheet,
        before: preset?.name,
        name: preset?.name ?? typed?.name ?? '',
        isDefault: preset ? (preset.isDefault ? 'yes' : 'no') : (typed?.isDefault ?? 'yes'),
        fields: Object.fromEntries(fields.map(field => [field.name, initialText(field)])),
      }}
      submit={t('save')}
      label={t('title')}
      others={<EntryActs t={t} onCancel={onCancel} onDelete={onDelete} />}
      action={savePreset}
      onAccepted={(_, values) => onSaved(values.name)}
    >
      <TextField name="name" label={t('name')} autoComplete="off" placeholder={t('nameExample')} />
      <ChoiceField
        name="isDefault"
        label={t('default')}
        hint={t('defaultHint')}
        choices={(['yes', 'no'] as const).map(value => ({ value, label: t(`defaultChoices.${value}`) }))}
      />
      {fields.map(field => (
        <Text key={field.name} {...field} />
      ))}
      {reader && <TypedValues ref={reader} />}
    </Form>
  )
}

/** Passes the form's values to components outside of the form. */
function TypedValues({ ref }: { ref: Ref<() => TypedPreset> }) {
  const { getValues } = useFormContext<TypedPreset>()
  useImperativeHandle(ref, () => () => getValues())
  return null
}

function Text({ name, column }: PresetField) {
  const t = useTranslations('fill.presets')
  const columns = useTranslations('columns')
  const locale = useLocale()
  const label = fullColumnName(columns, wordsKeyOf(column))
  const values = offeredValues(column)
  if (!values) return <TypedText name={name} column={column} label={label} />
  const choices = [
    { value: '', label: t('blank') },
    ...values.map(value => ({ value, label: shownInFull(value, column, locale) })),
  ]
  return <ChoiceField name={`fields.${name}`} label={label} choices={choices} />
}

function TypedText({ name: field, column, label }: PresetField & { label: string }) {
  const t = useTranslations('fill.presets')
  const name = `fields.${field}`
  const unit = assumedUnit(column)
  const { setValue, setFocus } = useFormContext()
  const repair = useSuggestedRepair(String(useWatch({ name }) ?? ''), column)
  const onRepair = (text: string) => {
    setValue(name, text, { shouldDirty: true })
    setFocus(name)
  }
  const hint = repair ? (
    <RepairHint column={column} repair={repair} onRepair={onRepair} />
  ) : (
    unit && t('unit', { unit })
  )
  return <TextField name={name} label={label} hint={hint} autoComplete="off" />
}

type Suggest = typeof import('@/lib/import/repair/suggested-repair').suggestedRepair

/** What the sheet would suggest for a text. The rules are fetched for the first text, as many forms have none. */
function useSuggestedRepair(text: string, column: Column) {
  const [suggest, setSuggest] = useState<Suggest>()
  const isNeeded = text !== '' && suggest === undefined
  useEffect(() => {
    if (!isNeeded) return
    import('@/lib/import/repair/suggested-repair').then(
      found => setSuggest(() => found.suggestedRepair),
      // Without the rules nothing is suggested here; the sheet suggests it after an import.
      () => undefined,
    )
  }, [isNeeded])
  return suggest?.(text, column)
}
