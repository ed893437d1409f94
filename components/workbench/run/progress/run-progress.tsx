import { Pause, Play, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { IconButton } from '@/components/ui/buttons/icon-button'
import { ProgressBar } from '@/components/ui/feedback/progress-bar'
import type { RunActions } from '@/components/workbench/actions'
import { useFocusSheetOnUnmount } from '@/components/workbench/keys/use-focus-sheet-on-unmount'
import type { RunView } from '@/lib/desk-api/runs/runs'
import { isPreparing, isRunning } from '../run-state'
import { useRunControl } from '../use-run-control'
import type { Runs } from '../use-runs'
import { NotificationButton } from './notification-button'
import { RemainingTime, type RoundedDuration, roundedDuration } from './remaining-time'
import { useWaitingSentences } from './use-waiting-sentences'

/** On a narrow screen the icon is enough; the name stays for those who cannot see it. */
const labelClasses = 'max-[1100px]:min-[640px]:sr-only'

interface Props {
  run: RunView
  runs: Runs
  actions: RunActions
}

/** The progress of a run, with the buttons to pause, resume and cancel it. The run does not need this page. */
export function RunProgress({ run, runs, actions }: Props) {
  const t = useTranslations('workbench.run')
  const { isBusy, pause, resume, cancel } = useRunControl(run.runId, runs, actions)
  const [remaining] = useState(() => new RemainingTime())
  useFocusSheetOnUnmount()
  const [left, setLeft] = useState<RoundedDuration>()
  const isMoving = isRunning(run)
  // Measured once per response of the server, however often the component renders meanwhile.
  useEffect(() => {
    if (!isRunning(run) || run.waiting) remaining.reset()
    setLeft(isRunning(run) ? roundedDuration(remaining.secondsLeft(run, performance.now())) : undefined)
  }, [remaining, run])

  return (
    <span className="flex shrink-0 items-center gap-2 text-ink-2 max-[640px]:w-full">
      <span className="flex w-60 flex-col gap-1 max-[1100px]:w-28 max-[640px]:flex-1">
        <ProgressText run={run} left={left} isUnreachable={isMoving && runs.isUnreachable} />
        <ProgressBar
          label={t('label')}
          done={run.total === 0 ? 0 : run.done / run.total}
          valueText={progressSentence(run, t)}
          isPaused={!isMoving}
        />
      </span>
      {isMoving ? (
        // Disabled while orders are prepared, and not absent: the bar keeps its width.
        <Button
          size="small"
          title={t('pause')}
          disabled={isBusy || isPreparing(run)}
          focusableWhenDisabled
          onClick={pause}
        >
          <Pause aria-hidden />
          <span className={labelClasses}>{t('pause')}</span>
        </Button>
      ) : (
        !run.isStranded && (
          <Button size="small" title={t('goOn')} disabled={isBusy} focusableWhenDisabled onClick={resume}>
            <Play aria-hidden />
            <span className={labelClasses}>{t('goOn')}</span>
          </Button>
        )
      )}
      <IconButton
        label={t('cancel')}
        hint={t('cancelHint')}
        disabled={isBusy}
        focusableWhenDisabled
        onClick={cancel}
      >
        <X aria-hidden />
      </IconButton>
      <NotificationButton />
    </span>
  )
}

interface ProgressTextProps {
  run: RunView
  left: RoundedDuration | undefined
  /** Whether the server does not say how far the run is. */
  isUnreachable: boolean
}

function ProgressText({ run, left, isUnreachable }: ProgressTextProps) {
  const t = useTranslations('workbench.run')
  const failed = run.failed + run.rejected
  const { timeOf } = useWaitingSentences()
  const isHeldUp = isRunning(run) && run.problem !== undefined
  const { waiting } = run
  const until = waiting?.kind === 'asked' ? timeOf(waiting.until) : undefined
  return (
    <span className="flex justify-between gap-2 text-xs">
      <span className="truncate">
        {isUnreachable ? (
          // The whole sentence is beside the sheet.
          <span aria-live="polite" className="text-warn" title={t('offline')}>
            <span aria-hidden>{t('unreachable')}</span>
            <span className="sr-only">{t('offline')}</span>
          </span>
        ) : isHeldUp ? (
          <span aria-live="polite" className="text-warn" title={run.problem}>
            {t('waits')}
          </span>
        ) : until !== undefined ? (
          <span className="text-warn">
            {t('waitsUntil', { time: until, done: run.done, total: run.total })}
          </span>
        ) : (
          progressSentence(run, t)
        )}
        {failed > 0 && <span className="text-fail"> · {t('failed', { count: failed })}</span>}
        {run.unknown > 0 && <span className="text-warn"> · {t('unknown', { count: run.unknown })}</span>}
      </span>
      <span className="shrink-0 text-ink-3">
        {isRunning(run)
          ? left && !isUnreachable && !isHeldUp && !waiting && t(`left.${left.unit}`, { count: left.count })
          : t('rest', { count: run.left })}
      </span>
    </span>
  )
}

const progressSentence = (
  { kind, state, done, total }: RunView,
  t: ReturnType<typeof useTranslations<'workbench.run'>>,
): string => {
  if (state === 'preparing') return total === 0 ? t('starting') : t('preparing', { done, total })
  if (state === 'running') return t(kind === 'check' ? 'checking' : 'registering', { done, total })
  return t(state === 'paused' ? 'paused' : 'stopped', { done, total })
}
