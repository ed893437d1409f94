import { useTranslations } from 'use-intl'
import { Notice } from '@/components/ui/feedback/notice'
import type { Permissions, RunActions } from '@/components/workbench/actions'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { countHalted, isRunning } from '../run-state'
import type { Connection } from '../use-connection'
import type { Runs } from '../use-runs'
import { DraftAlarms } from './draft-alarms'
import { HaltedRegistrations } from './halted-registrations'
import { HalvingOffer } from './halving-offer'
import { RejectedBefore } from './rejected-before'
import { RunNotice } from './run-notice'
import { RunResponse } from './run-response'
import { WaitingNotice } from './waiting-notice'

interface Props {
  runs: Runs
  connection: Connection
  may: Permissions
  actions: RunActions
  /** Shows only the orders of a status. */
  onFilter: (status: 'waiting' | 'again') => void
}

/** The notices beside the sheet about the latest run and about orders that need a person. */
export function RunNotices({ runs, connection, may, actions, onFilter }: Props) {
  const { workbook } = useWorkbench()
  const { run, halted, isBusy, isUnreachable } = runs
  return (
    <>
      {run && isRunning(run) && isUnreachable ? (
        <UnreachableNotice />
      ) : (
        run?.waiting && <WaitingNotice waiting={run.waiting} />
      )}
      <HalvingOffer runs={runs} connection={connection.chosen} isAllowed={may.register} />
      <DraftAlarms alarms={runs.alarms} />
      <RunNotice
        run={run}
        unknown={workbook.count('unknown')}
        waiting={Math.max(0, workbook.count('waiting') - countHalted(halted))}
        isBusy={isBusy}
        may={may}
        onCheck={runs.check}
        onFilter={() => onFilter('waiting')}
      />
      <HaltedRegistrations
        runs={runs}
        connection={connection}
        may={may}
        actions={actions}
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

/** Says that the server does not report how far the run is. The progress of the run announces it. */
function UnreachableNotice() {
  const t = useTranslations('workbench.run')
  return (
    <div className="px-3.5 py-2.5">
      <Notice tone="warn">{t('offline')}</Notice>
    </div>
  )
}
