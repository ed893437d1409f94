'use client'
import { type ComponentProps, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListWithPanel, useEntryPanel } from '@/app/(desk)/lists/list-with-panel'
import { useToast } from '@/components/ui/feedback/toast'
import { Field } from '@/components/ui/fields/field'
import { Select } from '@/components/ui/fields/select'
import type { ListedPreset } from '@/lib/desk-api/master/presets'
import { presetFields } from '@/lib/desk-api/master/presets'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { deletePreset, savePreset } from './actions'
import { PresetForm, type TypedPreset } from './form'
import { PresetList } from './list'

interface Props {
  presets: readonly ListedPreset[]
  mayEdit: boolean
}

/** The list of presets; the form for a new one or for one of them opens in a panel. */
export function PresetsScreen({ presets, mayEdit }: Props) {
  const t = useTranslations('fill.presets')
  const { announce } = useToast()
  const panel = useEntryPanel<ListedPreset>()
  const edited = panel.entry
  const [sheet, setSheet] = useState<SheetId>('orders/japan')
  const acts = {
    onSaved: (name: string) => {
      announce(t('saved', { name }))
      panel.close()
    },
    onCancel: panel.close,
  }
  const drop = async (preset: ListedPreset) => {
    const outcome = await deletePreset({ sheet: preset.sheet, name: preset.name })
    if (!outcome.ok) return announce(outcome.problem.message)
    panel.close()
    announce(t('deleted', { name: preset.name }), { label: t('undo'), act: () => restore(preset) })
  }
  const restore = async ({ sheet, name, isDefault, shops, texts }: ListedPreset) => {
    const fields = Object.fromEntries(presetFields(sheet).map(one => [one.name, texts[one.column.id] ?? '']))
    const outcome = await savePreset({
      sheet,
      name,
      isDefault: isDefault ? 'yes' : 'no',
      fields,
      shops: [...shops],
    })
    announce(outcome.ok ? t('saved', { name }) : outcome.problem.message)
  }
  return (
    <ListWithPanel
      panel={panel}
      newLabel={mayEdit ? t('new') : undefined}
      title={edited ? t('edit', { name: edited.name }) : t('new')}
      list={<PresetList presets={presets} edited={edited} onEdit={mayEdit ? panel.edit : undefined} />}
      form={
        edited ? (
          <PresetForm sheet={edited.sheet} preset={edited} {...acts} onDelete={() => drop(edited)} />
        ) : (
          <NewPreset sheet={sheet} onSheet={setSheet} {...acts} />
        )
      }
    />
  )
}

interface NewPresetProps extends Pick<ComponentProps<typeof PresetForm>, 'onSaved' | 'onCancel'> {
  sheet: SheetId
  onSheet: (sheet: SheetId) => void
}

/** The sheet and the form of a new preset. Another sheet keeps what is typed, where it has the same column. */
function NewPreset({ sheet, onSheet, ...acts }: NewPresetProps) {
  const t = useTranslations('fill.presets')
  const sheetNames = useTranslations('workbench.sheets')
  const [typed, setTyped] = useState<TypedPreset>()
  const reader = useRef<() => TypedPreset>(null)
  const choose = (chosen: SheetId) => {
    const values = reader.current?.()
    // Texts of columns that the other sheet lacks are there again when the operator comes back.
    setTyped(values && { ...values, fields: { ...typed?.fields, ...values.fields } })
    onSheet(chosen)
  }
  return (
    <>
      <Field label={t('sheet')}>
        <Select
          choices={Object.values(sheets).map(({ id }) => ({ value: id, label: sheetNames(id) }))}
          value={sheet}
          onChange={choose}
        />
      </Field>
      <PresetForm
        key={sheet}
        sheet={sheet}
        preset={undefined}
        typed={typed}
        reader={reader}
        {...acts}
        onDelete={undefined}
      />
    </>
  )
}
