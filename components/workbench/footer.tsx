import { useCallback, useContext, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { shownText } from '@/components/grid/shown-text'
import { Trace } from '@/components/intake/trace'
import type { Traces } from '@/components/intake/traces'
import { coordinatesOf } from '@/lib/intake/coordinates'
import type { CellAddress } from '@/lib/sheet/draft'
import { sentAs } from '@/lib/sheet/spelling'
import type { Workbook } from '@/lib/sheet/workbook'
import { RecordNoun, useSay } from './use-say'

interface Props {
  workbook: Workbook
  at: CellAddress | null
  /** Finds out where cells came from. */
  traces: Traces
  /** Asks where to go. */
  onPlace: () => void
  /** Shows all keys. */
  onKeys: () => void
}

/** Where the operator stands, in every coordinate there is, and the rule of the column. */
export function Footer({ workbook, at, traces, onPlace, onKeys }: Props) {
  const t = useSay()
  const record = useContext(RecordNoun)
  const toGoTo = useTranslations('goTo')
  const help = useTranslations('help')
  const where = useTranslations('intake.return.where')
  const line = useSyncExternalStore(
    useCallback(listener => (at ? workbook.subscribeLine(at.line, listener) : () => {}), [workbook, at]),
    () => (at ? workbook.line(at.line) : undefined),
    () => undefined,
  )
  const column = at ? workbook.column(at.column) : undefined
  const lead = line?.lead
  const position = at && workbook.outcomeOf(at.line)?.position
  const number = lead === undefined ? '' : workbook.text({ line: lead, column: workbook.sheet.key })
  const shop = line && coordinatesOf(line.texts, number).shopNumber
  const sent = line && column && sentAs(shownText(line, column.id), column)
  const rules = column && [
    t(`footer.rule.${column.kind}`),
    column.max !== undefined && t('footer.atMost', { max: column.max }),
    t(column.required ? 'footer.required' : 'footer.optional'),
    column.hint?.max !== undefined && t('footer.hint', { max: column.hint.max }),
  ]
  return (
    <footer className="flex h-7 shrink-0 items-center gap-4.5 overflow-hidden whitespace-nowrap border-line border-t px-3.5 text-ink-3 text-xs">
      {lead !== undefined && (
        <button
          type="button"
          onClick={onPlace}
          title={toGoTo('place', { record })}
          className="-mx-1 rounded px-1 hover:bg-shade hover:text-ink"
        >
          {t('footer.order', { at: workbook.ordinal(lead) ?? 0, count: workbook.orderCount })}
        </button>
      )}
      {line && column && <Trace traces={traces} texts={line.texts} column={column.id} />}
      {number !== '' && <span className="max-w-50 truncate">{t('footer.number', { number })}</span>}
      {shop !== undefined && (
        <span className="max-w-40 truncate">{where('shopNumber', { number: shop })}</span>
      )}
      {sent !== undefined && <span className="text-ink-2">{t('footer.sentAs', { value: sent })}</span>}
      {column && rules && (
        <span className="min-w-0 truncate">
          <b className="font-medium text-ink-2">{column.id}</b> · {rules.filter(Boolean).join(' · ')}
        </span>
      )}
      {/* Last, for it comes with an answer: what stands before it stays. */}
      {position !== undefined && position !== null && <span>{t('footer.position', { position })}</span>}
      <span className="flex-1" />
      <Key name="F8" does={t('footer.keys.next')} />
      <Key name="F9" does={t('footer.keys.check')} />
      <Key name="F2" does={t('footer.keys.edit')} />
      <button
        type="button"
        onClick={onKeys}
        aria-keyshortcuts="F1 Control+/"
        title="F1, Ctrl /"
        className="-mx-1 rounded px-1 hover:bg-shade hover:text-ink"
      >
        <kbd className="rounded border border-line px-1 font-sans">?</kbd> {help('footer')}
      </button>
    </footer>
  )
}

const Key = ({ name, does }: { name: string; does: string }) => (
  <span className="max-[1100px]:hidden">
    <kbd className="rounded border border-line px-1 font-sans">{name}</kbd> {does}
  </span>
)
