'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { useToast } from '@/components/ui/toast'
import { type SheetId, sheets } from '@/lib/sheet/sheets'
import type { StoredPreset } from '@/lib/store/presets'
import { dropPreset, savePreset } from './actions'
import { presetFields } from './fields'
import { PresetForm } from './form'
import { PresetList } from './list'

/** A preset and the sheet that it is for. */
export interface ListedPreset extends StoredPreset {
  readonly sheet: SheetId
}

interface Props {
  presets: readonly ListedPreset[]
  mayEdit: boolean
}

/** The list of presets and, beside it, the form: for a new one, or for the one that was picked. */
export function Desk({ presets, mayEdit }: Props) {
  const say = useTranslations('fill.presets')
  const sheetNames = useTranslations('workbench.sheets')
  const { say: announce } = useToast()
  const [edited, setEdited] = useState<ListedPreset>()
  const [sheet, setSheet] = useState<SheetId>('orders/japan')
  // A form that was saved starts again from nothing.
  const [round, setRound] = useState(0)
  const leave = () => {
    setEdited(undefined)
    setRound(round + 1)
  }
  const drop = async (preset: ListedPreset) => {
    const outcome = await dropPreset({ sheet: preset.sheet, name: preset.name })
    if (!outcome.ok) return announce(outcome.problem.message)
    leave()
    announce(say('deleted', { name: preset.name }), { label: say('undo'), act: () => bringBack(preset) })
  }
  const bringBack = async ({ sheet, name, isDefault, texts }: ListedPreset) => {
    const fields = Object.fromEntries(presetFields(sheet).map(one => [one.name, texts[one.column.id] ?? '']))
    const outcome = await savePreset({ sheet, name, isDefault: isDefault ? 'yes' : 'no', fields })
    announce(outcome.ok ? say('saved', { name }) : outcome.problem.message)
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col min-[1240px]:flex-row">
      <div className="min-w-0 shrink-0 overflow-auto min-[1240px]:flex-1">
        <PresetList presets={presets} edited={edited} onEdit={mayEdit ? setEdited : undefined} />
      </div>
      {mayEdit && (
        <section
          aria-labelledby="preset-form"
          className="flex-1 border-line border-t bg-panel p-3.5 min-[1240px]:w-90 min-[1240px]:flex-none min-[1240px]:overflow-y-auto min-[1240px]:border-t-0 min-[1240px]:border-l"
        >
          <h2 id="preset-form" className="truncate pb-3 font-semibold text-base">
            {edited ? say('edit', { name: edited.name }) : say('new')}
          </h2>
          <div className="flex max-w-90 flex-col gap-2">
            {!edited && (
              <Field label={say('sheet')}>
                <Select
                  choices={Object.values(sheets).map(({ id }) => ({ value: id, label: sheetNames(id) }))}
                  value={sheet}
                  onChange={setSheet}
                />
              </Field>
            )}
            <PresetForm
              key={`${edited?.sheet ?? sheet}/${edited?.name ?? ''}/${round}`}
              sheet={edited?.sheet ?? sheet}
              preset={edited}
              onSaved={name => {
                announce(say('saved', { name }))
                leave()
              }}
              onCancel={leave}
              onDelete={() => edited && drop(edited)}
            />
          </div>
        </section>
      )}
    </div>
  )
}
