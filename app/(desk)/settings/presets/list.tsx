'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import type { ListedPreset } from './desk'
import { presetFields } from './fields'

interface Props {
  presets: readonly ListedPreset[]
  edited: ListedPreset | undefined
  /** Absent: to look at only. */
  onEdit: ((preset: ListedPreset) => void) | undefined
}

const cell = 'border-line-soft border-b px-3.5'

/** Presets of all sheets, and what each fills. */
export function PresetList({ presets, edited, onEdit }: Props) {
  const say = useTranslations('fill.presets')
  const sheetNames = useTranslations('workbench.sheets')
  const columns = useTranslations('columns')
  if (presets.length === 0) return <p className="max-w-160 p-3.5 text-ink-2">{say('empty')}</p>
  return (
    <table
      aria-label={say('title')}
      className="w-full min-w-160 table-fixed border-separate border-spacing-0"
    >
      <colgroup>
        <col className="w-48" />
        <col className="w-36" />
        <col />
        {onEdit && <col className="w-24" />}
      </colgroup>
      <thead>
        <tr className="text-left text-ink-2 text-xs">
          {(['name', 'sheet', 'fills'] as const).map(column => (
            <th key={column} scope="col" className={`${cell} h-8 bg-panel font-medium`}>
              {say(`columns.${column}`)}
            </th>
          ))}
          {onEdit && <td className={`${cell} bg-panel`} />}
        </tr>
      </thead>
      <tbody>
        {presets.map(preset => {
          const fills = presetFields(preset.sheet).flatMap(({ column: { id } }) => {
            const text = preset.texts[id]
            return text === undefined ? [] : `${columns(`${id.replaceAll('[]', '')}.name`)}: ${text}`
          })
          const isEdited = edited?.sheet === preset.sheet && edited.name === preset.name
          return (
            <tr key={`${preset.sheet}/${preset.name}`} className={classes('h-11', isEdited && 'bg-sel')}>
              <th scope="row" className={`${cell} truncate text-left font-medium`}>
                {preset.name}
                {preset.isDefault && (
                  <span className="block font-normal text-ink-3 text-xs">{say('isDefault')}</span>
                )}
              </th>
              <td className={`${cell} truncate text-ink-2`}>{sheetNames(preset.sheet)}</td>
              <td className={`${cell} py-1.5 text-ink-2 text-xs`}>{fills.join(' · ')}</td>
              {onEdit && (
                <td className={`${cell} text-right`}>
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={say('edit', { name: preset.name })}
                    onClick={() => onEdit(preset)}
                  >
                    {say('change')}
                  </Button>
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
