import { useDeferredValue, useMemo, useState } from 'react'
import { useStableCallback } from '@/components/ui/use-stable-callback'
import { SetAllDialog } from '@/components/workbench/bulk/set-all-dialog'
import { useSetAll } from '@/components/workbench/bulk/use-set-all'
import { UnknownNotice } from '@/components/workbench/run/notices/unknown-notice'
import { leadsToUnconfirmed } from '@/components/workbench/run/run-state'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { RunView } from '@/lib/desk-api/runs/runs'
import type { CellAddress } from '@/lib/sheet/schema/line'
import { emptyListSentence } from './list/empty-list'
import type { GroupActions } from './list/failure-group'
import { FailureList } from './list/failure-list'
import { WarningList } from './list/warning-list'
import type { FailureNavigation } from './use-failure-navigation'

interface Props {
  /** The name of the connection in use. */
  connection: string
  /** Whether this operator may read responses. */
  mayRead: boolean
  run: RunView | null
  /** The active cell. */
  at: CellAddress | null
  /** Assigns a field name of the service to a column; undefined where the operator may not. */
  onAssignField: GroupActions['onAssignField']
  /** Shows only the orders of a group, or all again. */
  onFilter: (key: string) => void
  /** Downloads the orders that fail, to be corrected elsewhere. */
  onDownload: () => void
  /** Moves from warning to warning. */
  onGoToWarning: FailureNavigation['go']
}

/** The errors and, below them, the warnings beside the sheet. They may lag a little behind what is typed. */
export function Failures(props: Props) {
  const { connection, mayRead, run, onAssignField, onFilter } = props
  const { workbook } = useWorkbench()
  const { request, ask, act, close } = useSetAll()
  const acts = useMemo(
    () => ({ connection, mayRead, onAssignField, onFilter, onSetAll: ask }),
    [connection, mayRead, onAssignField, onFilter, ask],
  )
  const onDownload = useStableCallback(props.onDownload)
  const lines = useDeferredValue(useFrozenWhile(workbook.visible, workbook.isActInProgress))
  const filteredGroup = useDeferredValue(workbook.arrangement.filter.failure)
  const at = useDeferredValue(props.at)
  return (
    <>
      <UnknownNotice count={workbook.count('unknown')} isLinkedByRun={leadsToUnconfirmed(run)} />
      <FailureList
        acts={acts}
        version={useDeferredValue(useFrozenWhile(workbook.failures.version, workbook.isActInProgress))}
        lines={lines}
        filteredGroup={filteredGroup}
        at={at}
        ifEmpty={emptyListSentence(workbook, run)}
        onDownload={onDownload}
      />
      <WarningList
        acts={acts}
        version={useDeferredValue(useFrozenWhile(workbook.warnings.version, workbook.isActInProgress))}
        lines={lines}
        filteredGroup={filteredGroup}
        at={at}
        hasErrors={workbook.failures.count > 0}
        onGoTo={props.onGoToWarning}
      />
      {request && <SetAllDialog request={request} onAct={act} onClose={close} />}
    </>
  )
}

/** Keeps the last value while `isHeld`: a list of thousands is not rendered for each part of a large change. */
function useFrozenWhile<T>(value: T, isHeld: boolean): T {
  const [last, setLast] = useState(value)
  if (!isHeld && last !== value) setLast(value)
  return isHeld ? last : value
}
