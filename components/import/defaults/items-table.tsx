import { ArrowDownToLine } from 'lucide-react'
import type { Ref } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { classes } from '@/components/ui/classes'
import { Input } from '@/components/ui/fields/input'
import type { Defaults } from '@/lib/desk-api/master/defaults'
import { columnOf, fieldNames } from '@/lib/desk-api/master/product-master'
import type { MissingItem } from '@/lib/import/lines/fill/missing-defaults'
import { parseTsv } from '@/lib/sheet/codecs/tsv'
import { sheets } from '@/lib/sheet/schema/sheets'
import { assumedUnit } from '@/lib/sheet/schema/units'
import { placePasted } from './pasted-items'

export type ItemField = (typeof fieldNames)[number]
export type ItemTexts = Defaults['items'][number]['texts']

interface Props {
  items: readonly MissingItem[]
  /** The texts of each item, by its position in `items`. */
  texts: readonly ItemTexts[]
  /** The failure of a cell; undefined where there is none. */
  failureOf: (item: number, field: ItemField) => string | undefined
  nameOf: (column: string) => string
  onChange: (texts: readonly ItemTexts[]) => void
  /** Receives the first cell that can be typed into. */
  firstCell: Ref<HTMLInputElement> | undefined
}

const orderColumns = sheets['orders/japan'].columns.map(({ id }) => id)

/** The fields of items, in the order of the sheet. */
const itemFields = fieldNames.toSorted(
  (a, b) => orderColumns.indexOf(columnOf(a)) - orderColumns.indexOf(columnOf(b)),
)

/** The fields that any of the items lacks, in the order of the sheet. */
const missingItemFields = (items: readonly MissingItem[]): ItemField[] => {
  const missing = new Set(items.flatMap(({ columns }) => columns))
  return itemFields.filter(field => missing.has(columnOf(field)))
}

interface ItemCell {
  readonly item: number
  readonly field: ItemField
  readonly text: string
}

/** The texts of items after some cells were written; what an item does not lack is left out. */
export const withItemCells = (
  texts: readonly ItemTexts[],
  items: readonly MissingItem[],
  cells: readonly ItemCell[],
): ItemTexts[] => {
  const next = texts.map(one => ({ ...one }))
  for (const { item, field, text } of cells) {
    const one = next[item]
    if (one && items[item]?.columns.includes(columnOf(field))) one[field] = text
  }
  return next
}

/** The cells that a pasted text fills. @param at undefined: only a block with item codes fills any */
export function pastedCells(
  text: string,
  items: readonly MissingItem[],
  at: { readonly item: number; readonly column: number } | undefined,
): ItemCell[] {
  const fields = missingItemFields(items)
  return placePasted(parseTsv(text), items, fields.length, at).flatMap(({ item, column, text }) => {
    const field = fields[column]
    return field === undefined ? [] : [{ item, field, text }]
  })
}

/**
 * What is missing of each item: one row for an item code, one column for a field. A block can be pasted
 * from a spreadsheet.
 */
export function ItemsTable({ items, texts, failureOf, nameOf, onChange, firstCell }: Props) {
  const t = useTranslations('intake.defaults')
  const fields = missingItemFields(items)
  const lacks = (item: number, field: ItemField) => items[item]?.columns.includes(columnOf(field)) ?? false
  const first = fields.flatMap(field => (lacks(0, field) ? field : []))[0]
  const write = (cells: readonly ItemCell[]) => onChange(withItemCells(texts, items, cells))
  const copyDown = (field: ItemField) => {
    const text = texts.find(one => (one[field] ?? '') !== '')?.[field] ?? ''
    write(items.flatMap((_, item) => ((texts[item]?.[field] ?? '') === '' ? [{ item, field, text }] : [])))
  }
  return (
    <table aria-label={t('items')} className="w-full min-w-130 table-fixed text-xs">
      <thead>
        <tr className="text-left text-ink-2">
          <th scope="col" className="w-40 py-1 pr-2 font-medium">
            {t('item')}
          </th>
          {fields.map(field => (
            <th key={field} scope="col" className="px-1 py-1 font-medium">
              <span className="flex items-center gap-1">
                <span className="min-w-0 flex-1 truncate" title={nameOf(columnOf(field))}>
                  {nameOf(columnOf(field))}
                  <UnitOf column={columnOf(field)} />
                </span>
                {items.length > 1 && (
                  <Button
                    size="small"
                    variant="quiet"
                    className="shrink-0"
                    aria-label={t('sameOf', { column: nameOf(columnOf(field)) })}
                    disabled={!texts.some(one => (one[field] ?? '') !== '')}
                    focusableWhenDisabled
                    title={t('sameOf', { column: nameOf(columnOf(field)) })}
                    onClick={() => copyDown(field)}
                  >
                    <ArrowDownToLine aria-hidden />
                  </Button>
                )}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map(({ code, name }, item) => (
          <tr key={`${code}/${name}`} className="align-top">
            <th scope="row" className="py-1 pr-2 text-left font-normal" title={name}>
              <span className="block truncate font-medium">{code || name || t('nameless')}</span>
              {code !== '' && <span className="block truncate text-ink-3">{name}</span>}
            </th>
            {fields.map((field, column) => {
              const failure = failureOf(item, field)
              const label = t('cellOf', { column: nameOf(columnOf(field)), item: code || name })
              if (!lacks(item, field))
                return (
                  <td key={field} className="px-1 py-2 text-ink-3">
                    {t('known')}
                  </td>
                )
              return (
                <td key={field} className="px-1 py-1">
                  <Input
                    ref={item === 0 && field === first ? firstCell : undefined}
                    size="small"
                    aria-label={label}
                    aria-invalid={failure !== undefined}
                    title={failure}
                    value={texts[item]?.[field] ?? ''}
                    autoComplete="off"
                    onChange={event => write([{ item, field, text: event.currentTarget.value }])}
                    onPaste={event => {
                      const text = event.clipboardData.getData('text/plain')
                      if (!/[\t\n]/.test(text.trimEnd())) return
                      event.preventDefault()
                      write(pastedCells(text, items, { item, column }))
                    }}
                  />
                  <span className={classes('block text-fail', failure === undefined && 'hidden')}>
                    {failure}
                  </span>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function UnitOf({ column }: { column: string }) {
  const t = useTranslations('intake.defaults')
  const unit = assumedUnit({ id: column })
  return unit && <span className="font-normal text-ink-3"> {t('unit', { unit })}</span>
}
