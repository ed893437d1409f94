import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Combo } from '@/components/ui/combo'
import { Input } from '@/components/ui/input'
import { candidatesFor } from '@/lib/intake/candidates'
import { remedyOf } from '@/lib/intake/remedies'
import { ChoiceIndex, codesOf } from '@/lib/sheet/choices'
import type { Column } from '@/lib/sheet/columns'
import type { Targets } from './column-names'
import type { FileRow } from './use-mapping'

interface Props {
  columns: readonly Column[]
  rows: readonly FileRow[]
  targets: Targets
  /** The heading that fed a column, and that the file has no longer. */
  lostOf: (id: string) => string | undefined
  constantOf: (id: string) => string
  onConstant: (id: string, text: string) => void
  onFeed: (row: FileRow, id: string) => void
}

/** Required columns that nothing feeds: where each can come from, a text for all lines, and columns that might be meant. */
export function MappingUnfed({ columns, rows, targets, lostOf, constantOf, onConstant, onFeed }: Props) {
  const t = useTranslations('intake.mapping')
  const heading = useId()
  const free = rows.filter(row => row.feeds.length === 0)
  if (columns.length === 0) return null
  return (
    <section aria-labelledby={heading} className="border-line border-b bg-warn-bg/40 pb-1.5">
      <h3 id={heading} className="px-3.5 pt-2 pb-1 font-medium text-xs">
        {t('unfed', { count: columns.filter(({ id }) => constantOf(id) === '').length })}
      </h3>
      <ul>
        {columns.map(column => (
          <li key={column.id} className="flex min-h-8.5 flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-0.5">
            <span className="w-43 shrink-0 truncate font-medium" title={targets.nameOf(column.id)}>
              {targets.nameOf(column.id)}
            </span>
            <span className="w-60 shrink-0">
              <Constant
                column={column}
                label={t('constantOf', { column: targets.nameOf(column.id) })}
                value={constantOf(column.id)}
                onChange={text => onConstant(column.id, text)}
              />
            </span>
            <span className="min-w-40 flex-1 text-ink-2 text-xs">
              {lostOf(column.id) === undefined
                ? t(`remedy.${remedyOf(column.id)}`)
                : t('lost', { heading: lostOf(column.id) ?? '' })}
            </span>
            <span className="flex flex-wrap gap-1">
              {candidatesFor(column, free).map(row => (
                <Button
                  key={row.at}
                  size="small"
                  onClick={() => onFeed(row, column.id)}
                  title={row.samples.join(' · ')}
                >
                  <span className="max-w-28 truncate">{row.name}</span>
                  <span className="max-w-24 truncate font-normal text-ink-2">{row.samples[0]}</span>
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ConstantProps {
  column: Column
  label: string
  value: string
  onChange: (text: string) => void
}

function Constant({ column, label, value, onChange }: ConstantProps) {
  const t = useTranslations('intake.mapping')
  const codes = codesOf(column)
  if (!codes) {
    return (
      <Input
        aria-label={label}
        placeholder={t('constant')}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        autoComplete="off"
      />
    )
  }
  const index = new ChoiceIndex(
    codes.map(code => ({ value: code })),
    column.id,
    'en',
  )
  return (
    <Combo
      aria-label={label}
      openLabel={t('open', { column: label })}
      value={value}
      find={text => index.match(text).choices}
      onChange={onChange}
    />
  )
}
