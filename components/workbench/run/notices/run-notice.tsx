import Link from 'next/link'
import { Button } from '@/components/ui/buttons/button'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { Notice } from '@/components/ui/feedback/notice'
import type { Permissions } from '@/components/workbench/actions'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import type { RunView } from '@/lib/desk-api/runs/runs'
import { isStopped } from '../run-state'
import { ProblemLinks } from './problem-links'

interface Props {
  run: RunView | null
  /** Orders of the sheet that are unconfirmed. */
  unknown: number
  /** Orders of the sheet that a stopped run left waiting. */
  waiting: number
  isBusy: boolean
  may: Permissions
  onCheck: () => void
  /** Shows only the orders that wait. */
  onFilter: () => void
}

/** Problems of the service that another check would meet again. */
const SERVICE_PROBLEMS: ReadonlySet<string> = new Set(['other_shape', 'does_not_fit', 'contradictory'])

/** Why nothing is being sent, and what helps: a run that stopped, or orders that an earlier run left waiting. */
export function RunNotice({ run, unknown, waiting, isBusy, may, onCheck, onFilter }: Props) {
  const t = useWorkbenchTranslations()
  const stopped = isStopped(run) ? run : null
  const code = stopped?.problemCode ?? ''
  // Once all unconfirmed orders are resolved and nothing waits, the stop needs no notice any more.
  const isSettled = code === 'unknown_outcome' && unknown === 0 && stopped?.left === 0
  const problem = isSettled ? undefined : stopped?.problem
  if (problem === undefined && waiting === 0) return null
  const left = stopped?.kind === 'check' ? stopped.left : waiting
  return (
    <section aria-label={t('stopped.label')} data-region="notice" tabIndex={-1} className="px-3.5 py-2.5">
      <Notice tone="warn">
        {stopped && problem !== undefined && (
          <>
            <p className="font-medium">{t(`stopped.${stopped.kind}`, { state: stopped.state })}</p>
            <p>{problem}</p>
          </>
        )}
        {left > 0 && <p>{t('stopped.waiting', { count: left })}</p>}
        <div className="mt-1.5 flex flex-wrap gap-1.5">
          {problem !== undefined && <ProblemLinks code={code} />}
          {problem !== undefined && stopped?.kind === 'check' && may.edit && !SERVICE_PROBLEMS.has(code) && (
            <Button size="small" disabled={isBusy} focusableWhenDisabled onClick={onCheck}>
              {t('stopped.again')}
            </Button>
          )}
          {waiting > 0 && (
            <Button size="small" variant="quiet" onClick={onFilter}>
              {t('stopped.show')}
            </Button>
          )}
          {problem !== undefined && (
            <Link
              href="/help/troubleshooting#check-and-register"
              prefetch={false}
              className={buttonClasses('quiet', 'small')}
            >
              {t('stopped.guide')}
            </Link>
          )}
        </div>
      </Notice>
    </section>
  )
}
