import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { buttonClasses } from '@/components/ui/button-classes'
import { Notice } from '@/components/ui/notice'
import type { Permissions, RunView } from './actions'
import { isStopped } from './use-run'
import { useSay } from './use-say'

interface Props {
  run: RunView | null
  /** Orders of the sheet that are unconfirmed. */
  unknown: number
  /** Orders of the sheet that wait behind a run that stands still. */
  waiting: number
  isBusy: boolean
  may: Permissions
  onCheck: () => void
  /** Shows what waits alone. */
  onFilter: () => void
}

/** Trouble that is put right where connections are kept. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'blocked',
  'refused',
  'unreachable',
  'certificate',
  'credential',
  'permission',
  'address',
  'redirect',
  'token_ended',
  'no_credential',
  'connection_gone',
  'connection_moved',
  'connection_changed',
])

/** Trouble of which another check would meet the same: a proof for the shipping company is what helps. */
const STAYS: ReadonlySet<string> = new Set(['does_not_fit', 'other_shape', 'contradictory'])

/** Why nothing is being sent, and the act that helps: a run that stopped, or orders that wait behind an earlier one. */
export function RunNotice({ run, unknown, waiting, isBusy, may, onCheck, onFilter }: Props) {
  const t = useSay()
  const stopped = isStopped(run) ? run : null
  const code = stopped?.problemCode ?? ''
  // Once all of it is settled, and nothing waits, there is nothing left to be told.
  const isSettled = code === 'unknown_outcome' && unknown === 0 && stopped?.left === 0
  const problem = isSettled ? undefined : stopped?.problem
  if (problem === undefined && waiting === 0) return null
  const left = stopped?.kind === 'check' ? stopped.left : waiting
  return (
    <section aria-label={t('stopped.label')} className="px-3.5 py-2.5">
      <Notice tone="warn">
        {stopped && problem !== undefined && (
          <>
            <p className="font-medium">{t(`stopped.${stopped.kind}`, { state: stopped.state })}</p>
            <p>{problem}</p>
          </>
        )}
        {left > 0 && <p>{t('stopped.waiting', { count: left })}</p>}
        <div className="mt-1.5 flex flex-wrap gap-1.5">
          {problem !== undefined && OF_CONNECTION.has(code) && (
            <Link href="/connections" prefetch={false} className={buttonClasses(undefined, 'small')}>
              {t('stopped.connections')}
            </Link>
          )}
          {problem !== undefined && code === 'unknown_outcome' && (
            <Link href="/unknown" prefetch={false} className={buttonClasses(undefined, 'small')}>
              {t('stopped.inbox')}
            </Link>
          )}
          {problem !== undefined && stopped?.kind === 'check' && may.edit && !STAYS.has(code) && (
            <Button size="small" disabled={isBusy} focusableWhenDisabled onClick={onCheck}>
              {t('stopped.again')}
            </Button>
          )}
          {waiting > 0 && (
            <Button size="small" variant="quiet" onClick={onFilter}>
              {t('stopped.show')}
            </Button>
          )}
        </div>
      </Notice>
    </section>
  )
}
