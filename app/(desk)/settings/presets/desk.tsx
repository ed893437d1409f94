'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListAndForm, usePicked } from '@/app/(desk)/settings/list-and-form'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { useToast } from '@/components/ui/toast'
import type { ListedPreset } from '@/lib/desk-api/presets'
import { presetFields } from '@/lib/desk-api/presets'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { dropPreset, savePreset } from './actions'
import { PresetForm } from './form'
import { PresetList } from './list'

interface Props {
  presets: readonly ListedPreset[]
  mayEdit: boolean
}

/** The list of presets and, beside it, the form: for a new preset, or for the selected one. */
export function Desk({ presets, mayEdit }: Props) {
  const t = useTranslations('fill.presets')
  const sheetNames = useTranslations('workbench.sheets')
  const { announce } = useToast()
  const { picked, pick, round, leave } = usePicked<ListedPreset>()
  const [sheet, setSheet] = useState<SheetId>('orders/japan')
  const drop = async (preset: ListedPreset) => {
    const outcome = await dropPreset({ sheet: preset.sheet, name: preset.name })
    if (!outcome.ok) return announce(outcome.problem.message)
    leave()
    announce(t('deleted', { name: preset.name }), { label: t('undo'), act: () => bringBack(preset) })
  }
  const bringBack = async ({ sheet, name, isDefault, shops, texts }: ListedPreset) => {
    const fields = Object.fromEntries(presetFields(sheet).map(one => [one.name, texts[one.column.id] ?? '']))
    const outcome = await savePreset({
      ...{ sheet, name, isDefault: isDefault ? 'yes' : 'no', fields },
      shops: [...shops],
    })
    announce(outcome.ok ? t('saved', { name }) : outcome.problem.message)
  }
  return (
    <ListAndForm
      title={picked ? t('edit', { name: picked.name }) : t('new')}
      list={<PresetList presets={presets} edited={picked} onEdit={mayEdit ? pick : undefined} />}
      form={
        mayEdit && (
          <>
            {!picked && (
              <Field label={t('sheet')}>
                <Select
                  choices={Object.values(sheets).map(({ id }) => ({ value: id, label: sheetNames(id) }))}
                  value={sheet}
                  onChange={setSheet}
                />
              </Field>
            )}
            <PresetForm
              key={`${picked?.sheet ?? sheet}/${picked?.name ?? ''}/${round}`}
              sheet={picked?.sheet ?? sheet}
              preset={picked}
              onSaved={name => {
                announce(t('saved', { name }))
                leave()
              }}
              onCancel={leave}
              onDelete={() => picked && drop(picked)}
            />
          </>
        )
      }
    />
  )
}
