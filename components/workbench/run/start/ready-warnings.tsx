import { useContext, useState } from 'react'
import { Notice } from '@/components/ui/feedback/notice'
import { placeOf, reasonOf, titleOf } from '@/components/workbench/errors/failure-words'
import {
  RecordTypeContext,
  useWorkbenchTranslations,
} from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { listReadyWarnings, type WarnedStatus } from './list-ready-warnings'

/** How many kinds of warnings, and how many numbers of each, are named. */
const MAX_KINDS = 3
const MAX_NUMBERS = 3

interface Props {
  /** The name of the connection. */
  connection: string
  /** The status of the orders that are about to be registered. */
  status: WarnedStatus
}

/** What the orders that are about to be registered are warned of; nothing without warnings. */
export function ReadyWarnings({ connection, status }: Props) {
  const { workbook, words } = useWorkbench()
  const t = useWorkbenchTranslations()
  const record = useContext(RecordTypeContext)
  // The warnings as they were when the dialog opened: it must not change while it is read.
  const [{ count, warnings }] = useState(() => listReadyWarnings(workbook, status))
  if (count === 0) return null
  const rest = warnings.length - MAX_KINDS
  return (
    <Notice tone="warn">
      <p className="font-medium">{t('warnings.ready', { count, record })}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {warnings.slice(0, MAX_KINDS).map(({ key, first, orders }) => {
          const numbers = orders
            .slice(0, MAX_NUMBERS)
            .map(firstLine => placeOf(workbook, { ...first, firstLine, line: firstLine }).number)
          const others = orders.length - numbers.length
          return (
            <li key={key}>
              {titleOf(first, workbook, words, t)}: {reasonOf(first, orders.length, words, connection, t)}
              <span className="block truncate text-ink-2 text-xs">
                {[...numbers, ...(others > 0 ? [t('failures.more', { count: others })] : [])].join(' · ')}
              </span>
            </li>
          )
        })}
      </ul>
      {rest > 0 && <p className="mt-1">{t('warnings.moreKinds', { count: rest })}</p>}
    </Notice>
  )
}
