import { useEffect, useReducer } from 'react'
import { useTranslations } from 'use-intl'
import { hidden } from '@/lib/intake/imported'
import { placeOf } from '@/lib/intake/line-place'
import { originAt } from '@/lib/intake/origins'
import type { Texts } from '@/lib/sheet/draft'
import { fedBy, type Traces } from './traces'

interface Props {
  traces: Traces
  /** Texts of the line. */
  texts: Texts
  column: string
}

/** Whoever walks along lines by key is not asked about each of them; milliseconds. */
const REST = 120

/** Where a cell came from: file, sheet, row and columns, what stands there, and what was done with it. */
export function Trace({ traces, texts, column }: Props) {
  const t = useTranslations('intake.desk.trace')
  const [, look] = useReducer((count: number) => count + 1, 0)
  const source = texts[hidden.source]
  useEffect(() => {
    const place = placeOf(source)
    if (!place) return
    let isOver = false
    const timer = setTimeout(async () => {
      if ((await traces.ask(place)) && !isOver) look()
    }, REST)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [traces, source])
  const place = placeOf(source)
  if (!place) return null
  const head = traces.head(place)
  const origin = originAt(texts, column)
  const columns = head ? fedBy(head, column, traces.row(place) ?? undefined) : []
  const said = columns.map(({ letters, text }) =>
    text === undefined ? letters : `${letters} ${text === '' ? t('blank') : text}`,
  )
  const whole = [
    head &&
      t(head.sheet === '' ? 'place' : 'sheetPlace', { file: head.file, sheet: head.sheet, row: place.row }),
    ...columns.map(({ letters, heading, text }) => `${letters} ${heading}: ${text ?? ''}`),
    origin && t(`origin.${origin.kind}`),
  ]
  return (
    <span
      className="flex max-w-[34%] shrink-0 gap-1.5"
      data-trace={`${place.table}:${place.row}`}
      title={whole.filter(Boolean).join('\n')}
    >
      <span className="shrink-0 text-ink-2">{t('row', { row: place.row })}</span>
      <span className="min-w-0 truncate">
        {[...said, origin && t(`origin.${origin.kind}`)].filter(Boolean).join(' · ')}
      </span>
    </span>
  )
}
