import { useEffect, useReducer } from 'react'
import { useTranslations } from 'use-intl'
import { hiddenColumns, parseSourcePosition } from '@/lib/import/recipe/hidden-columns'
import { type Origin, originAt } from '@/lib/import/recipe/values/origins'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Texts } from '@/lib/sheet/schema/line'
import { type LineSources, sourceColumnsOf } from './line-sources'

interface Props {
  lineSources: LineSources
  /** Texts of the line. */
  texts: Texts
  column: string
}

/** Lines that an operator passes faster than this, in milliseconds, are not looked up. */
const DEBOUNCE_MS = 120

/** The source of a cell: file, sheet, row, columns and their texts, and how the text was changed. */
export function CellSource({ lineSources, texts, column }: Props) {
  const t = useTranslations('intake.desk.trace')
  const { place, columns, sentences } = useCellSource({ lineSources, texts, column })
  if (!place) return null
  const origin = originAt(texts, column)
  const how = origin && originText(origin, t)
  const cells = columns.map(({ letters, text }) =>
    text === undefined ? letters : `${letters} ${text === '' ? t('blank') : text}`,
  )
  return (
    <span
      className="flex max-w-[34%] shrink-0 gap-1.5"
      data-trace={`${place.table}:${place.row}`}
      title={[...sentences, how].filter(Boolean).join('\n')}
    >
      <span className="shrink-0 text-ink-2">{t('row', { row: place.row })}</span>
      <span className="min-w-0 truncate">{[...cells, how].filter(Boolean).join(' · ')}</span>
    </span>
  )
}

/**
 * Looks up where a cell came from.
 * @returns `sentences`: its file and row, then each column with its text, as far as they are known
 */
export function useCellSource({ lineSources, texts, column }: Props) {
  const t = useTranslations('intake.desk.trace')
  const [, look] = useReducer((count: number) => count + 1, 0)
  const source = texts[hiddenColumns.source]
  useEffect(() => {
    const place = parseSourcePosition(source)
    if (!place) return
    let isOver = false
    const timer = setTimeout(async () => {
      if ((await lineSources.ask(place)) && !isOver) look()
    }, DEBOUNCE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [lineSources, source])
  const place = parseSourcePosition(source)
  const head = place && lineSources.head(place)
  const columns = head ? sourceColumnsOf(head, column, lineSources.row(place) ?? undefined) : []
  const sentences = head
    ? [
        t(head.sheet === '' ? 'place' : 'sheetPlace', { file: head.file, sheet: head.sheet, row: place.row }),
        ...columns.map(({ letters, heading, text }) => t('column', { letters, heading, text: text ?? '' })),
      ]
    : []
  return { place, columns, sentences }
}

/** How a text was changed; a rule is named, with the text before it. */
function originText(
  { kind, of, before }: Origin,
  t: ReturnType<typeof useTranslations<'intake.desk.trace'>>,
): string {
  if (kind !== 'rule' || of === undefined) return t(`origin.${kind}`)
  return isBlank(before) ? t('ruledBlank', { name: of }) : t('ruled', { name: of, before: before ?? '' })
}
