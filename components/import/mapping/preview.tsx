import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ImportedLine } from '@/lib/import/lines/compact/compact-line'
import type { TableExcerpt } from '@/lib/import/match/table/excerpt'
import type { Recipe } from '@/lib/import/recipe/recipe'
import { shownInFull } from '@/lib/sheet/schema/choices/shown-value'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import type { Targets } from './column-names'

interface Props {
  excerpt: TableExcerpt
  sheet: SheetId
  recipe: Recipe
  targets: Targets
}

/** Orders of the preview, and rows of the file that it reads. */
const PREVIEW_ORDERS = 3
const ROWS = 60
/** Items of an order that the preview shows; it counts the others. */
const ITEMS = 3

/** A preview of the first orders, as the sheet would show them. */
export function MappingPreview({ excerpt, sheet, recipe, targets }: Props) {
  const t = useTranslations('intake.mapping')
  const locale = useLocale()
  const lines = useLines(excerpt, sheet, recipe)
  const { columns, key, recordType } = sheets[sheet]
  const records = recordsOf(lines, key)
  /** Whether the last order may continue below the rows of the preview. */
  const isCut = (record: readonly ImportedLine[]) =>
    record.at(-1) === lines.at(-1) && excerpt.table.rows.length > excerpt.header + 1 + ROWS
  return (
    <aside
      // Nothing in it takes the focus: without this the keyboard could not scroll it.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller needs the focus for the arrow keys
      tabIndex={0}
      aria-label={t('preview', { recordType })}
      className="min-h-0 overflow-y-auto border-line border-l bg-panel max-[900px]:overflow-visible max-[900px]:border-t max-[900px]:border-l-0"
    >
      <h3 className="sticky top-0 bg-panel px-3.5 py-2 font-medium text-xs">
        {t('preview', { recordType })}
      </h3>
      {records.length === 0 && <p className="px-3.5 text-ink-2">{t('noPreview')}</p>}
      {records.map(record => (
        <div key={record[0]?.row} className="border-line border-t px-3.5 py-2">
          {record.length > ITEMS && (
            <p className="pb-1 text-ink-3 text-xs">
              {t(isCut(record) ? 'itemsAtLeast' : 'items', {
                recordType,
                shown: ITEMS,
                count: record.length,
              })}
            </p>
          )}
          <dl>
            {columns.map(column => {
              const { id, scope } = column
              const lines = scope === 'item' ? record.slice(0, ITEMS) : record
              const texts = lines.map(({ texts }) => texts[id] ?? '').filter(text => text !== '')
              if (texts.length === 0) return null
              const shown = texts.map(text => shownInFull(text, column, locale))
              return (
                <div key={id} className="flex gap-2 py-0.25">
                  <dt
                    className="w-24 shrink-0 truncate min-[1240px]:w-36 text-ink-2 text-xs leading-4.5"
                    title={targets.nameOf(id)}
                  >
                    {targets.nameOf(id)}
                  </dt>
                  <dd className="line-clamp-4 min-w-0 flex-1 [overflow-wrap:anywhere]">
                    {(scope === 'item' ? shown : shown.slice(0, 1)).join(' · ')}
                  </dd>
                </div>
              )
            })}
          </dl>
        </div>
      ))}
    </aside>
  )
}

/**
 * The lines that the first rows become. What makes them is fetched when it is first needed; while the server is down
 * there is no preview, and the next change of the mapping asks for it again.
 */
function useLines(excerpt: TableExcerpt, sheet: SheetId, recipe: Recipe): readonly ImportedLine[] {
  const [lines, setLines] = useState<readonly ImportedLine[]>([])
  useEffect(() => {
    let isOver = false
    const make = async () => {
      const [{ detectMapping }, { importTable }] = await Promise.all([
        import('@/lib/import/match/detect-mapping'),
        import('@/lib/import/lines/import-table'),
      ])
      const { table, header } = excerpt
      const rows = table.rows.slice(0, header + 1 + ROWS)
      const book = { name: '', size: 0, kind: 'text', tables: [{ ...table, rows }] } as const
      const mapping = detectMapping(book, { sheet, table: 0, header, recipe })
      if (!isOver) setLines(importTable(book, { ...mapping, sheet }).lines)
    }
    make().catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [excerpt, sheet, recipe])
  return lines
}

/** Lines of one record have the same number, or no number. */
function recordsOf(lines: readonly ImportedLine[], key: string): ImportedLine[][] {
  const records: ImportedLine[][] = []
  for (const line of lines) {
    const last = records.at(-1)
    const number = line.texts[key] ?? ''
    if (last && number !== '' && number === last[0]?.texts[key]) last.push(line)
    else if (records.length === PREVIEW_ORDERS) break
    else records.push([line])
  }
  return records
}
