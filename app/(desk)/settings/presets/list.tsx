'use client'
import { Fragment } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { DataTable } from '@/components/ui/data/data-table'
import type { ListedPreset } from '@/lib/desk-api/master/presets'
import { presetFields } from '@/lib/desk-api/master/presets'
import { shownInFull } from '@/lib/sheet/schema/choices/shown-value'
import { wordsKeyOf } from '@/lib/sheet/schema/columns'
import { fullColumnName } from '@/lib/words/sentences/column-name'

interface Props {
  presets: readonly ListedPreset[]
  edited: ListedPreset | undefined
  /** Absent: read-only. */
  onEdit: ((preset: ListedPreset) => void) | undefined
}

/** Presets of all sheets, and the columns that each fills. */
export function PresetList({ presets, edited, onEdit }: Props) {
  const t = useTranslations('fill.presets')
  const sheetNames = useTranslations('workbench.sheets')
  const columns = useTranslations('columns')
  const locale = useLocale()
  if (presets.length === 0) return <p className="max-w-160 p-3.5 text-ink-2">{t('empty')}</p>
  const fills = (preset: ListedPreset) =>
    presetFields(preset.sheet).flatMap(({ column }) => {
      const text = preset.texts[column.id]
      if (text === undefined) return []
      const name = fullColumnName(columns, wordsKeyOf(column))
      return { id: column.id, text: t('value', { column: name, text: shownInFull(text, column, locale) }) }
    })
  return (
    <DataTable
      id="presets"
      label={t('title')}
      className="min-w-160"
      rows={presets}
      rowKey={({ sheet, name }) => `${sheet}/${name}`}
      rowClassName={({ sheet, name }) => edited?.sheet === sheet && edited.name === name && 'bg-sel'}
      columns={[
        {
          id: 'name',
          heading: t('columns.name'),
          width: 'w-56',
          className: 'truncate py-1.5',
          isRowHeader: true,
          sortBy: preset => preset.name,
          cell: preset => (
            <>
              {preset.name}
              {preset.isDefault && (
                <span className="block whitespace-normal font-normal text-ink-3 text-xs">
                  {t('isDefault')}
                </span>
              )}
              {preset.shops.length > 0 && (
                <span className="block whitespace-normal font-normal text-ink-3 text-xs">{t('ofShop')}</span>
              )}
            </>
          ),
        },
        {
          id: 'sheet',
          heading: t('columns.sheet'),
          width: 'w-36',
          className: 'truncate text-ink-2',
          sortBy: preset => sheetNames(preset.sheet),
          cell: preset => sheetNames(preset.sheet),
        },
        {
          id: 'fills',
          heading: t('columns.fills'),
          className: 'py-1.5 text-ink-2 text-xs',
          // A value stays on one line where it fits, and no line begins with a dot.
          cell: preset =>
            fills(preset).map(({ id, text }, at, { length }) => (
              <Fragment key={id}>
                <span className="inline-block max-w-full">
                  {at < length - 1 ? `${text}\u00a0·` : text}
                </span>{' '}
              </Fragment>
            )),
        },
        ...(onEdit
          ? [
              {
                id: 'acts',
                heading: '',
                width: 'w-24',
                className: 'text-right',
                cell: (preset: ListedPreset) => (
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={t('edit', { name: preset.name })}
                    onClick={() => onEdit(preset)}
                  >
                    {t('change')}
                  </Button>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}
