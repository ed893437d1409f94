import { columnName } from '@/lib/desk/column-name'
import type { ShopCoordinates } from '@/lib/import/recipe/hidden-columns'
import { sentTexts } from '@/lib/sheet/codecs/sent-texts'
import { shownInFull } from '@/lib/sheet/schema/choices/shown-value'
import type { Column } from '@/lib/sheet/schema/columns'
import type { Texts } from '@/lib/sheet/schema/line'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('history.order')
const groups = getTranslations('columnGroups')
const where = getTranslations('intake.roundTrip.where')

interface Props {
  payload: string
  /** The sheet with the order's columns. */
  sheet: Sheet
  isErased: boolean
  /** The position of each line in its original file. */
  places: readonly ShopCoordinates[]
}

/** The sent fields, under the headings of the sheet. */
export function SentFields({ payload, sheet, isErased, places }: Props) {
  const { language } = requestLocale()
  const { record, lines } = sentTexts(payload, sheet)
  const fieldsOf = (texts: Texts, columns: readonly Column[]) =>
    columns.flatMap(column => {
      const text = texts[column.id]
      if (text !== undefined) return { column, text, isErased: false }
      return isErased && column.personal && column.required ? { column, text: '', isErased: true } : []
    })
  const own = sheet.columns.filter(column => column.scope === 'record')
  const sections = [...new Set(own.map(column => column.group))].map(group => ({
    title: groups(group as Parameters<typeof groups>[0]),
    fields: fieldsOf(
      record,
      own.filter(column => column.group === group),
    ),
  }))
  const items = sheet.columns.filter(column => column.scope === 'item')
  const all = [
    ...sections.map(section => ({ ...section, place: '' })),
    ...lines.map((texts, at) => ({
      title: t('line', { count: at + 1, record: sheet.recordType }),
      place: placeText(places[at] ?? {}),
      fields: fieldsOf(texts, items),
    })),
  ]
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(20rem,1fr))] gap-x-6 gap-y-4 px-3.5 pb-4">
      {all
        .filter(section => section.fields.length > 0)
        .map(({ title, place, fields }) => (
          <section key={title} aria-label={title} className="min-w-0">
            <h3 className="border-line-soft border-b pb-1 font-medium text-ink-2">
              {title}
              {place !== '' && <span className="font-normal text-ink-3"> · {place}</span>}
            </h3>
            <dl className="grid grid-cols-[10.5rem_minmax(0,1fr)] gap-x-3">
              {fields.map(field => (
                <div key={field.column.id} className="col-span-2 grid grid-cols-subgrid py-0.75">
                  <dt className="min-w-0 break-words text-ink-3">{columnName(field.column)}</dt>
                  <dd className="min-w-0 break-words">
                    {field.isErased ? (
                      <span className="text-ink-3">{t('erasedField')}</span>
                    ) : (
                      <bdi>{shownInFull(field.text, field.column, language)}</bdi>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </div>
  )
}

function placeText({ row, shopNumber }: ShopCoordinates): string {
  const parts = [
    row !== undefined && where('row', { row }),
    shopNumber !== undefined && where('shopNumber', { number: shopNumber }),
  ]
  return parts.filter(Boolean).join(' · ')
}
