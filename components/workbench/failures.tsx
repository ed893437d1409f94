import { useDeferredValue, useMemo, useState } from 'react'
import type { CellAddress } from '@/lib/sheet/draft'
import type { Workbook } from '@/lib/sheet/workbook'
import type { RunView } from './actions'
import type { GroupActs } from './failure-group'
import { FailureList } from './failure-list'
import type { SheetWords } from './grid-source'
import { SetAllDialog } from './set-all-dialog'
import { UnknownNews } from './unknown-news'
import { isStopped, leadsToInbox } from './use-run'
import { useSay } from './use-say'
import { useSetAll } from './use-set-all'

interface Props {
  workbook: Workbook
  words: SheetWords
  /** The name of the one in use. */
  connection: string
  /** Whether this operator may read what came back. */
  mayRead: boolean
  run: RunView | null
  /** Where the operator stands. */
  at: CellAddress | null
  goTo: (cell: CellAddress) => void
  /** Says which column the service means by a name; absent where the operator may not. */
  onAssignField: GroupActs['onAssignField']
  /** Shows a group's orders alone, or all again. */
  onFilter: (key: string) => void
  /** Downloads the orders that fail, to be corrected elsewhere. */
  onDownload: () => void
  announce: (sentence: string) => void
}

/** What fails beside the sheet. It may lag a little behind what is typed. */
export function Failures(props: Props) {
  const { workbook, words, connection, mayRead, run, at, goTo } = props
  const { onAssignField, onFilter, onDownload, announce } = props
  const t = useSay()
  const { asked, ask, act, close } = useSetAll(workbook, words, goTo, announce, t)
  const acts = useMemo(
    () => ({ workbook, words, connection, mayRead, announce, goTo, onAssignField, onFilter, onSetAll: ask }),
    [workbook, words, connection, mayRead, announce, goTo, onAssignField, onFilter, ask],
  )
  return (
    <>
      <UnknownNews count={workbook.count('unknown')} isTold={leadsToInbox(run)} />
      <FailureList
        acts={acts}
        version={useDeferredValue(useHeld(workbook.failures.version, workbook.isComing))}
        lines={useDeferredValue(useHeld(workbook.visible, workbook.isComing))}
        shownAlone={useDeferredValue(workbook.arrangement.filter.failure)}
        at={useDeferredValue(at)}
        checked={workbook.count('ready') + workbook.count('again') + workbook.count('registered') > 0}
        isLooking={workbook.isComing || workbook.isJudging}
        isStopped={isStopped(run)}
        announce={announce}
        onDownload={onDownload}
      />
      {asked && <SetAllDialog workbook={workbook} asked={asked} onAct={act} onClose={close} />}
    </>
  )
}

/** What a value was before it was held: while a large change comes, a list of thousands is not drawn for each piece. */
function useHeld<T>(value: T, isHeld: boolean): T {
  const [last, setLast] = useState(value)
  if (!isHeld && last !== value) setLast(value)
  return isHeld ? last : value
}
