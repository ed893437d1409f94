import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Combobox } from '@/components/ui/fields/combobox'
import { fullHeading } from '@/lib/import/recipe/columns-by-heading'
import type { ColumnRule } from '@/lib/import/recipe/recipe'
import { codeOfValue } from '@/lib/import/recipe/values/value-maps'
import { ChoiceIndex, codesOf, labelledCodes } from '@/lib/sheet/schema/choices/choices'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'

interface Props {
  sheet: SheetId
  /** The column of the sheet. */
  id: string
  rule: Extract<ColumnRule, { readonly take: unknown }>
  /** All distinct texts of the file's column. */
  texts: readonly string[]
  onChange: (text: string, value: string) => void
}

const MAX_VALUES = 12

/** Maps texts that are not among the choices of a column to its choices, where there are few of them. */
export function MappingValues({ sheet, id, rule, texts, onChange }: Props) {
  const t = useTranslations('intake.mapping')
  const locale = useLocale()
  const column = sheets[sheet].columns.find(known => known.id === id)
  const codes = column && codesOf(column)
  const index = useMemo(
    () => codes && new ChoiceIndex(labelledCodes(codes, id, locale), id, locale),
    [codes, id, locale],
  )
  if (!codes || !index) return null
  const taken = new Set(codes)
  const chosen = new Map(Object.entries(rule.values ?? {}).map(([text, value]) => [fullHeading(text), value]))
  const listed = texts.filter(
    text =>
      chosen.has(fullHeading(text)) || !taken.has((rule.map && codeOfValue(text, rule.map)) ?? text.trim()),
  )
  if (listed.length === 0) return null
  return (
    <ul aria-label={t('values')} className="flex flex-col gap-1 pb-1">
      {listed.slice(0, MAX_VALUES).map(text => (
        <li key={text} className="flex items-center gap-1.5">
          <span className="min-w-0 flex-1 truncate text-ink" title={text}>
            {text}
          </span>
          <span aria-hidden>→</span>
          <div className="w-24 shrink-0">
            <Combobox
              aria-label={t('valueOf', { text })}
              openLabel={t('open', { column: text })}
              value={chosen.get(fullHeading(text)) ?? ''}
              find={typed => index.match(typed).choices}
              onChange={value => onChange(text, value)}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}
