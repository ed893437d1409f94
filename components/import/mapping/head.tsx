import { useTranslations } from 'use-intl'
import type { RecordType } from '@/components/import/summary/sentences'
import { Select } from '@/components/ui/fields/select'
import type { TableExcerpt } from '@/lib/import/match/table/excerpt'
import type { TableChoice } from '@/lib/import/reader/protocol'

interface Props {
  recordType: RecordType
  tables: readonly TableChoice[]
  table: number
  excerpt: TableExcerpt
  /** Names of the file's columns. */
  headings: readonly string[]
  group: string | undefined
  onTable: (table: number) => void
  onHeader: (header: number) => void
  onGroup: (heading: string | undefined) => void
}

/** Rows that can be chosen as the header. */
const ROWS = 20
/** The choice of grouping by order number. Headings begin with a colon, so none equals it. */
const NUMBER = 'number'

/** Chooses the table, its header row, and the column that groups rows into orders. */
export function MappingHead(props: Props) {
  const { recordType, tables, table, excerpt, headings, group, onTable, onHeader, onGroup } = props
  const t = useTranslations('intake.mapping')
  const rows = excerpt.table.rows.slice(0, ROWS)
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 border-line border-b px-3.5 py-2">
      {tables.length > 1 && (
        <Labelled label={t('table')}>
          <Select
            size="small"
            className="w-44"
            label={t('table')}
            value={String(table)}
            choices={tables.map(({ at, name, rows: count }) => ({
              value: String(at),
              label: name || t('nameless', { number: at + 1 }),
              aside: t('rows', { count }),
            }))}
            onChange={value => onTable(Number(value))}
          />
        </Labelled>
      )}
      <Labelled label={t('header')}>
        <Select
          size="small"
          className="w-64"
          label={t('header')}
          value={String(excerpt.header)}
          choices={[
            { value: '-1', label: t('noHeader') },
            ...rows.map((row, at) => ({
              value: String(at),
              label: t('row', {
                number: excerpt.table.numbers[at] ?? at + 1,
                texts: row
                  .filter(text => text.trim() !== '')
                  .slice(0, 4)
                  .join(' · ')
                  .slice(0, 60),
              }),
            })),
          ]}
          onChange={value => onHeader(Number(value))}
        />
      </Labelled>
      <Labelled label={t('group', { recordType })}>
        <Select
          size="small"
          className="w-48"
          label={t('group', { recordType })}
          value={group === undefined ? NUMBER : `:${group}`}
          choices={[
            { value: NUMBER, label: t('byNumber', { recordType }) },
            ...headings.map(heading => ({ value: `:${heading}`, label: heading })),
          ]}
          onChange={value => onGroup(value === NUMBER ? undefined : value.slice(1))}
        />
      </Labelled>
    </div>
  )
}

function Labelled({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden className="text-ink-2 text-xs">
        {label}
      </span>
      {children}
    </span>
  )
}
