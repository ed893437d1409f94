import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { Combo } from '@/components/ui/combo'
import { fullHeading } from '@/lib/intake/heading'
import type { Rule } from '@/lib/intake/recipe'
import { meaningOf } from '@/lib/intake/value-maps'
import { ChoiceIndex, codesOf } from '@/lib/sheet/choices'
import type { Column } from '@/lib/sheet/columns'
import { sheets } from '@/lib/sheet/sheets'

interface Props {
  /** The column of the sheet that is fed. */
  id: string
  rule: Extract<Rule, { readonly take: unknown }>
  /** All texts of the file's column. */
  texts: readonly string[]
  onChange: (text: string, value: string) => void
}

const MOST = 12

/** Asks what is meant by texts that are none of a column's choices, where those are few. */
export function MappingValues({ id, rule, texts, onChange }: Props) {
  const t = useTranslations('intake.mapping')
  const column = useMemo(() => anyColumn(id), [id])
  const codes = column && codesOf(column)
  const index = useMemo(
    () =>
      codes &&
      new ChoiceIndex(
        codes.map(value => ({ value })),
        id,
        'en',
      ),
    [codes, id],
  )
  if (!codes || !index) return null
  const taken = new Set(codes)
  const answered = new Map(
    Object.entries(rule.values ?? {}).map(([text, value]) => [fullHeading(text), value]),
  )
  const asked = texts.filter(
    text =>
      answered.has(fullHeading(text)) || !taken.has((rule.map && meaningOf(text, rule.map)) ?? text.trim()),
  )
  if (asked.length === 0) return null
  return (
    <ul aria-label={t('values')} className="flex flex-col gap-1 pb-1">
      {asked.slice(0, MOST).map(text => (
        <li key={text} className="flex items-center gap-1.5">
          <span className="min-w-0 flex-1 truncate text-ink" title={text}>
            {text}
          </span>
          <span aria-hidden>→</span>
          <div className="w-24 shrink-0">
            <Combo
              aria-label={t('valueOf', { text })}
              openLabel={t('open', { column: text })}
              value={answered.get(fullHeading(text)) ?? ''}
              find={typed => index.match(typed).choices}
              onChange={value => onChange(text, value)}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}

const anyColumn = (id: string): Column | undefined =>
  Object.values(sheets)
    .flatMap(sheet => sheet.columns)
    .find(column => column.id === id)
