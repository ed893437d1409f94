import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import type { Permissions, RunActions } from '@/components/workbench/actions'
import { useFocusSheetOnUnmount } from '@/components/workbench/keys/use-focus-sheet-on-unmount'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { HaltedRegistration } from '@/lib/desk-api/runs/runs'
import type { Connection } from '../use-connection'
import { useRunControl } from '../use-run-control'
import type { Runs } from '../use-runs'
import { ProblemLinks } from './problem-links'

interface Props {
  runs: Runs
  connection: Connection
  may: Permissions
  actions: RunActions
  /** Shows only the orders that wait. */
  onFilter: () => void
}

/**
 * Registrations that stopped before the latest run or on other connections, and why. Their orders wait until a person
 * resumes or cancels them; each can be resumed only where its connection is in use.
 */
export function HaltedRegistrations(props: Props) {
  const t = useWorkbenchTranslations()
  const { halted } = props.runs
  if (halted.length === 0) return null
  return (
    <section aria-label={t('stopped.earlier')} className="flex flex-col gap-1.5 px-3.5 py-2.5">
      {halted.map(registration => (
        <Halted key={registration.runId} registration={registration} {...props} />
      ))}
    </section>
  )
}

function Halted({
  registration,
  runs,
  connection,
  may,
  actions,
  onFilter,
}: Props & { registration: HaltedRegistration }) {
  const { runId, state, waiting, connection: name, connectionId, isHere, problem, problemCode } = registration
  const t = useWorkbenchTranslations()
  const tRun = useTranslations('workbench.run')
  const { grid } = useWorkbench()
  const { isBusy, resume, cancel } = useRunControl(runId, runs, actions)
  useFocusSheetOnUnmount()
  const isOwn = connectionId === connection.id
  return (
    <Notice tone="warn">
      <p className="font-medium">{t('stopped.at', { state, connection: name })}</p>
      {problem !== undefined && <p>{problem}</p>}
      <p>{t('stopped.waiting', { count: waiting })}</p>
      <div className="mt-1.5 flex flex-wrap gap-1.5">
        {isOwn && may.register && (
          <Button size="small" disabled={isBusy || runs.isBusy} focusableWhenDisabled onClick={resume}>
            {tRun('goOn')}
          </Button>
        )}
        {connectionId !== null && !isOwn && (
          <Button
            size="small"
            disabled={runs.isBusy}
            focusableWhenDisabled
            onClick={() => {
              connection.choose(connectionId)
              grid.current?.focus()
            }}
          >
            {t('registeredElsewhere.showAt', { connection: name })}
          </Button>
        )}
        {problemCode !== undefined && <ProblemLinks code={problemCode} />}
        {isHere && (
          <Button size="small" variant="quiet" onClick={onFilter}>
            {t('stopped.show')}
          </Button>
        )}
        {may.register && (
          <Button
            size="small"
            variant="quiet"
            title={tRun('cancelHint')}
            disabled={isBusy}
            focusableWhenDisabled
            onClick={cancel}
          >
            {tRun('cancel')}
          </Button>
        )}
      </div>
    </Notice>
  )
}
