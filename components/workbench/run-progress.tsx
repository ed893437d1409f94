import { Pause, Play, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import type { RunActions, RunView, StartedRun } from './actions'
import { type Pace, paceOf } from './pace-words'
import { RunPace } from './run-pace'
import { useBackToSheet } from './use-back-to-sheet'
import { isRunning } from './use-run'
import { useSteer } from './use-steer'
import { useWaitingWords } from './waiting-words'

interface Props {
  run: RunView
  draftId: string
  actions: RunActions
  follow: (started?: StartedRun) => Promise<void>
  announce: (sentence: string) => void
}

/** How far a run is, and what may be done with it: it goes on without this page. */
export function RunProgress({ run, draftId, actions, follow, announce }: Props) {
  const t = useTranslations('workbench.run')
  const { busy, pause, goOn, cancel } = useSteer({ runId: run.runId, draftId, actions, follow, announce })
  const [pace] = useState(() => new RunPace())
  useBackToSheet()
  const [left, setLeft] = useState<Pace>()
  const runs = isRunning(run)
  // Measured once for each answer of the server, however often the screen is drawn meanwhile.
  useEffect(() => {
    if (!isRunning(run) || run.waiting) pace.forget()
    setLeft(isRunning(run) ? paceOf(pace.secondsLeft(run, performance.now())) : undefined)
  }, [pace, run])

  return (
    <span className="flex shrink-0 items-center gap-2 text-ink-2">
      <span className="flex w-60 flex-col gap-1 max-[1100px]:w-40">
        <Words run={run} left={left} />
        <Track run={run} />
      </span>
      {runs ? (
        <Button size="small" disabled={busy} focusableWhenDisabled onClick={pause}>
          <Pause aria-hidden />
          {t('pause')}
        </Button>
      ) : (
        <Button size="small" disabled={busy} focusableWhenDisabled onClick={goOn}>
          <Play aria-hidden />
          {t('goOn')}
        </Button>
      )}
      <Button
        size="small"
        variant="quiet"
        disabled={busy}
        focusableWhenDisabled
        aria-label={t('cancel')}
        title={t('cancelHint')}
        onClick={cancel}
      >
        <X aria-hidden />
      </Button>
    </span>
  )
}

/** Whether there is anything to steer: a run goes on, or stands still with something left. */
export const isSteerable = (run: RunView | null): run is RunView =>
  run !== null && (isRunning(run) || ((run.state === 'paused' || run.state === 'stopped') && run.left > 0))

function Words({ run, left }: { run: RunView; left: Pace | undefined }) {
  const t = useTranslations('workbench.run')
  const not = run.failed + run.rejected
  const { timeOf } = useWaitingWords()
  const waits = isRunning(run) && run.problem !== undefined
  const { waiting } = run
  const until = waiting?.kind === 'asked' ? timeOf(waiting.until) : undefined
  return (
    <span className="flex justify-between gap-2 text-xs">
      <span className="truncate">
        {waits ? (
          <span aria-live="polite" className="text-warn" title={run.problem}>
            {t('waits')}
          </span>
        ) : until !== undefined ? (
          <span className="text-warn">
            {t('waitsUntil', { time: until, done: run.done, total: run.total })}
          </span>
        ) : (
          sentence(run, t)
        )}
        {not > 0 && <span className="text-fail"> · {t('failed', { count: not })}</span>}
        {run.unknown > 0 && <span className="text-warn"> · {t('unknown', { count: run.unknown })}</span>}
      </span>
      <span className="shrink-0 text-ink-3">
        {isRunning(run)
          ? left && !waits && !waiting && t(`left.${left.unit}`, { count: left.count })
          : t('rest', { count: run.left })}
      </span>
    </span>
  )
}

function Track({ run }: { run: RunView }) {
  const t = useTranslations('workbench.run')
  return (
    <span
      role="progressbar"
      aria-label={t('label')}
      aria-valuemin={0}
      aria-valuemax={run.total}
      aria-valuenow={run.done}
      aria-valuetext={sentence(run, t)}
      className="h-1 overflow-hidden rounded bg-line forced-colors:h-2 forced-colors:border"
    >
      <span
        className={classes(
          'block h-full forced-color-adjust-none forced-colors:bg-[Highlight]',
          isRunning(run) ? 'bg-accent' : 'bg-ink-3',
        )}
        style={{ width: `${run.total === 0 ? 0 : (100 * run.done) / run.total}%` }}
      />
    </span>
  )
}

const sentence = (
  { kind, state, done, total }: RunView,
  t: ReturnType<typeof useTranslations<'workbench.run'>>,
): string => {
  if (state === 'running') return t(kind === 'check' ? 'checking' : 'registering', { done, total })
  return t(state === 'paused' ? 'paused' : 'stopped', { done, total })
}
