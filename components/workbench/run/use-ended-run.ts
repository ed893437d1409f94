import { useState } from 'react'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { RunView } from '@/lib/desk-api/runs/runs'
import { isControllable, isRunning } from './run-state'
import type { Runs } from './use-runs'

/** The key under which the browser tab stores the run whose result was closed. */
const STORAGE_KEY = 'lading.closed-result'

/** A run that has ended, and how to close its result. */
export interface EndedRun {
  readonly run: RunView
  close(): void
}

/** The latest run once it has ended, until the draft is edited or the result is closed. */
export function useEndedRun({ run, endedRunId }: Pick<Runs, 'run' | 'endedRunId'>): EndedRun | null {
  const { workbook } = useWorkbench()
  const [closedId, setClosedId] = useState(() => sessionStorage.getItem(STORAGE_KEY))
  /** The content of the draft when the result was shown first. */
  const [shown, setShown] = useState<{ readonly runId: string; readonly edition: number }>()
  const ended = run && hasEnded(run) && (run.isLatestChange || endedRunId === run.runId) ? run : null
  if (ended && shown?.runId !== ended.runId) setShown({ runId: ended.runId, edition: workbook.lineEdition })
  if (!ended || shown?.runId !== ended.runId) return null
  if (shown.edition !== workbook.lineEdition || closedId === ended.runId) return null
  return {
    run: ended,
    close: () => {
      sessionStorage.setItem(STORAGE_KEY, ended.runId)
      setClosedId(ended.runId)
    },
  }
}

/** Whether a run has come to an end and has results. */
const hasEnded = (run: RunView): boolean =>
  run.passed + run.failed + run.registered + run.rejected + run.unknown > 0 &&
  !isRunning(run) &&
  !isControllable(run)
