import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Combobox } from '@/components/ui/fields/combobox'
import { Input } from '@/components/ui/fields/input'
import { candidatesFor } from '@/lib/import/match/guess/candidates'
import { missingValueSource } from '@/lib/import/recipe/missing-value-sources'
import { ChoiceIndex, codesOf, labelledCodes } from '@/lib/sheet/schema/choices/choices'
import type { Column } from '@/lib/sheet/schema/columns'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import type { Targets } from './column-names'
import type { FileRow } from './use-mapping'

interface Props {
  sheet: SheetId
  columns: readonly Column[]
  rows: readonly FileRow[]
  targets: Targets
  /** The heading that a column was mapped from, if the file no longer has it. */
  lostOf: (id: string) => string | undefined
  constantOf: (id: string) => string
  onConstant: (id: string, text: string) => void
  onMap: (row: FileRow, id: string) => void
}

/**
 * Required columns without a value: where each can come from, a text for all lines, and columns that might be meant.
 * Values that no file contains are behind a fold: they come from elsewhere, later.
 */
export function UnmappedColumns({ columns, ...rest }: Props) {
  const t = useTranslations('intake.mapping')
  const heading = useId()
  const { lostOf, constantOf } = rest
  const isAsked = (column: Column) =>
    (missingValueSource(column.id) === 'by-hand' && !hasOneChoice(column)) || lostOf(column.id) !== undefined
  const required = columns.filter(isAsked)
  const others = columns.filter(column => !isAsked(column))
  if (columns.length === 0) return null
  return (
    <section aria-labelledby={heading} className="border-line border-b">
      <h3 id={heading} className="px-3.5 pt-2 pb-1 font-medium text-xs">
        {t('unmapped', { count: required.filter(({ id }) => constantOf(id) === '').length })}
      </h3>
      <ul className="pb-1.5">
        {required.map(column => (
          <UnmappedColumn key={column.id} column={column} {...rest} />
        ))}
      </ul>
      {others.length > 0 && (
        <details className="border-line-soft border-t px-3.5 py-1.5">
          <summary className="text-ink-2 text-xs">{t('elsewhere', { count: others.length })}</summary>
          <ul className="-mx-3.5 pt-1">
            {others.map(column => (
              <UnmappedColumn key={column.id} column={column} {...rest} />
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/**
 * Whether there is nothing to ask: the country of orders to Japan. It is filled with what is set once,
 * after the import.
 */
const hasOneChoice = (column: Column): boolean => codesOf(column)?.length === 1

function UnmappedColumn({
  sheet,
  column,
  rows,
  targets,
  lostOf,
  constantOf,
  onConstant,
  onMap,
}: Omit<Props, 'columns'> & { column: Column }) {
  const t = useTranslations('intake.mapping')
  const name = targets.nameOf(column.id)
  const lost = lostOf(column.id)
  // Where the file has new columns, the missing values are probably among them.
  const fresh = rows.filter(row => row.isFresh)
  const free = (fresh.length > 0 ? fresh : rows).filter(row => row.targets.length === 0)
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-0.25">
      <span className="w-38 shrink-0 truncate font-medium" title={name}>
        {name}
      </span>
      <span className="flex min-w-60 flex-1 flex-wrap items-center gap-1">
        {candidatesFor(column, free, sheet).map(({ column: row, isBuyer: isBuyers }) => (
          <Button
            key={row.at}
            size="small"
            onClick={() => onMap(row, column.id)}
            title={row.samples.join(' · ')}
          >
            <span className="sr-only">{t('candidate', { column: name })}</span>
            <span className="max-w-28 truncate">{row.name}</span>
            {isBuyers && <span className="font-normal text-warn">{t('ofBuyer')}</span>}
            <span className="max-w-24 truncate font-normal text-ink-2">{row.samples[0]}</span>
          </Button>
        ))}
        <span className="text-ink-2 text-xs">
          {lost === undefined ? t(`remedy.${missingValueSource(column.id)}`) : t('lost', { heading: lost })}
        </span>
      </span>
      <span className="w-44 shrink-0">
        <Constant
          column={column}
          label={t('constantOf', { column: name })}
          value={constantOf(column.id)}
          onChange={text => onConstant(column.id, text)}
        />
      </span>
    </li>
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
  const locale = useLocale()
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
  const index = new ChoiceIndex(labelledCodes(codes, column.id, locale), column.id, locale)
  return (
    <Combobox
      aria-label={label}
      openLabel={t('open', { column: label })}
      placeholder={t('constant')}
      value={value}
      find={text => index.match(text).choices}
      onChange={onChange}
    />
  )
}
