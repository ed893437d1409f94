import type { Permissions } from '@/components/workbench/actions'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { ConnectionChoice } from '@/lib/desk-api/connections/connections'
import type { Runs } from '../use-runs'
import { DraftAlarms } from './draft-alarms'
import { HalvingOffer } from './halving-offer'
import { RejectedBefore } from './rejected-before'
import { RunNotice } from './run-notice'
import { RunResponse } from './run-response'
import { WaitingNotice } from './waiting-notice'

interface Props {
  runs: Runs
  connection: ConnectionChoice | undefined
  may: Permissions
  /** Shows only the orders of a status. */
  onFilter: (status: 'waiting' | 'again') => void
}

/** The notices beside the sheet about the latest run and about orders that need a person. */
export function RunNotices({ runs, connection, may, onFilter }: Props) {
  const { workbook } = useWorkbench()
  const { run, isBusy } = runs
  return (
    <>
      {run?.waiting && <WaitingNotice waiting={run.waiting} />}
      <HalvingOffer runs={runs} connection={connection} isAllowed={may.register} />
      <DraftAlarms alarms={runs.alarms} />
      <RunNotice
        run={run}
        unknown={workbook.count('unknown')}
        waiting={workbook.count('waiting')}
        isBusy={isBusy}
        may={may}
        onCheck={runs.check}
        onFilter={() => onFilter('waiting')}
      />
      <RunResponse run={run} mayRead={may.edit} />
      <RejectedBefore
        count={workbook.count('again')}
        isBusy={isBusy}
        isAllowed={may.register}
        onRegister={runs.registerAgain}
        onFilter={() => onFilter('again')}
      />
    </>
  )
}
