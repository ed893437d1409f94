import { ChevronRight } from 'lucide-react'
import type { Gutter } from '@/components/grid/source'
import { classes } from '@/components/ui/classes'
import { inkOf, placeOf, titleOf } from '@/components/workbench/errors/failure-words'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { failureCell } from '@/lib/sheet/judge/failures/next-failure'
import type { ListedFailure } from '@/lib/sheet/judge/failures/order-failures'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { CellAddress, LineId } from '@/lib/sheet/schema/line'
import { hasOptions } from '@/lib/sheet/schema/product-rules'

/** Errors and warnings that a card shows; the form shows all of them. */
const MAX_MESSAGES = 6

/** The column that names the recipient of an order, or the product. */
const SUBJECTS = ['recipient.name', 'productName']

/** The colour of a status; a status without one needs nothing of the operator. */
const inks: Partial<Record<Gutter['sign'], string>> = {
  failing: 'text-fail',
  ready: 'text-ok',
  registered: 'text-ok',
  unknown: 'text-warn',
  waiting: 'text-warn',
  again: 'text-warn',
  stale: 'text-warn',
}

interface Props {
  firstLine: LineId
  isActive: boolean
  /** Opens the form at a cell. */
  onOpen: (cell: CellAddress) => void
}

/** One record of the sheet, to be read on a phone: its name, its status, and each error with its cell. */
export function OrderCard({ firstLine, isActive, onOpen }: Props) {
  const { workbook, source } = useWorkbench()
  const t = useWorkbenchTranslations()
  const line = workbook.line(firstLine)
  const lines = workbook.index.find(firstLine)?.lines ?? [firstLine]
  const textOf = (column: string) => {
    const id = lines.find(one => !isBlank(workbook.text({ line: one, column })))
    return id === undefined ? '' : source.shown(id, column)
  }
  const { key, columns, recordType } = workbook.sheet
  const subject = columns.find(({ id }) => SUBJECTS.includes(id))?.id
  const { sign, label } = source.gutter(line)
  const messages = [...workbook.failures.of(firstLine), ...workbook.warnings.of(firstLine)]
  const more = messages.length - MAX_MESSAGES
  const number = textOf(key)
  const texts = lines.flatMap(one => workbook.draft.lines.get(one) ?? [])
  const isPlainProduct = recordType === 'product' && !hasOptions({ lines: texts, columns })
  const items = isPlainProduct ? '' : t('cards.items', { count: lines.length })
  const ordinal = workbook.ordinal(firstLine) ?? 0
  return (
    <li data-order={firstLine} className="overflow-hidden rounded-lg border border-line bg-bg">
      <button
        type="button"
        aria-current={isActive || undefined}
        onClick={() => onOpen({ line: firstLine, column: key })}
        className="flex min-h-14 w-full items-center gap-2 px-3 py-2 text-left hover:bg-shade aria-[current]:bg-shade"
      >
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="shrink-0 text-ink-3 text-xs">{ordinal}</span>
            <span className="min-w-0 font-semibold text-base [overflow-wrap:anywhere]">{number || '—'}</span>
          </span>
          <span className="block text-ink-2 [overflow-wrap:anywhere]">
            {[subject === undefined ? '' : textOf(subject), items].filter(text => text !== '').join(' · ')}
          </span>
          {line.orderId !== undefined && (
            <span className="block text-ink-2 text-xs [overflow-wrap:anywhere]">
              {t('cards.orderId', { id: line.orderId })}
            </span>
          )}
          <span className={classes('block text-xs', inks[sign] ?? 'text-ink-3')}>
            {label}
            {line.isWarned && sign !== 'failing' && (
              <span className="text-warn"> · {t('signs.warning')}</span>
            )}
          </span>
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
      </button>
      {messages.length > 0 && (
        <ul className="divide-y divide-line border-line border-t">
          {messages.slice(0, MAX_MESSAGES).map(failure => (
            <CardMessage key={keyOf(failure)} failure={failure} onOpen={onOpen} />
          ))}
          {more > 0 && (
            <li>
              <button
                type="button"
                className="min-h-11 w-full px-3 text-left text-accent text-xs"
                onClick={() => onOpen({ line: firstLine, column: key })}
              >
                {t('failures.more', { count: more })}
              </button>
            </li>
          )}
        </ul>
      )}
    </li>
  )
}

const keyOf = ({ line, column, mark }: ListedFailure): string =>
  [line, column, mark.severity, mark.source, mark.code, mark.field, mark.message].join('\n')

/** One error, or warning: its column, the text that is wrong, and why. Pressing it opens the form at the cell. */
function CardMessage({ failure, onOpen }: { failure: ListedFailure; onOpen: Props['onOpen'] }) {
  const { workbook, source, words } = useWorkbench()
  const t = useWorkbenchTranslations()
  const { line, column, mark } = failure
  const { item } = placeOf(workbook, failure)
  const text = column === undefined ? '' : source.shown(line, column)
  const title = titleOf(failure, workbook, words, t)
  return (
    <li>
      <button
        type="button"
        onClick={() => onOpen(failureCell(failure, workbook.sheet.key))}
        className="block min-h-11 w-full px-3 py-1.5 text-left hover:bg-shade"
      >
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 shrink font-medium">
            {title}
            {item !== undefined && ` · ${t('failures.item', { at: item })}`}
          </span>
          {text !== '' && (
            <span className="ml-auto line-clamp-3 min-w-0 max-w-1/2 text-right text-ink-2 [overflow-wrap:anywhere]">
              {text}
            </span>
          )}
        </span>
        <span className={classes('block text-xs [overflow-wrap:anywhere]', inkOf(mark))}>
          {words.sentence(mark, { line, ...(column !== undefined && { column }) })}
        </span>
      </button>
    </li>
  )
}
