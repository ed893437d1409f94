import { fetchInTime } from '@/components/workbench/requests/fetch-in-time'
import type { Result } from '@/lib/desk-api/result'
import { preparingRun } from '@/lib/desk-api/runs/preparing-run'
import type { RunView, StartedRun, StartRunRequest, StartStatus } from '@/lib/desk-api/runs/runs'

/** Starts a run and waits until its orders are frozen. @throws when no response comes */
export type RunStarter<Request extends StartRunRequest = StartRunRequest> = (
  request: Request,
) => Promise<Result<StartedRun>>

/**
 * Interval between two requests for the progress of the preparation, and after one without a response, in milliseconds.
 */
const POLL_INTERVAL_MS = 100
const RETRY_INTERVAL_MS = 1000
/** After this many requests without a response, one after the other, the start counts as lost. */
const MAX_FAILURES = 20

/**
 * Makes a function that starts runs by a server action. The action only records the request, so saves do not wait
 * behind it; the server then freezes the orders, which takes seconds for a large draft and continues without this page.
 * @param show shows the run while its orders are frozen
 * @param onResponse called after each request for the progress with whether a response came
 */
export function createRunStarter<Request extends StartRunRequest>(
  kind: RunView['kind'],
  record: (request: Request) => Promise<Result<{ runId: string }>>,
  show: (run: RunView | null) => void,
  onResponse: (hasCome: boolean) => void,
): RunStarter<Request> {
  return async request => {
    const recorded = await record(request)
    if (!recorded.ok) return recorded
    const { runId } = recorded.value
    const showProgress = (done: number, total: number) => show(preparingRun({ runId, kind, done, total }))
    const result = await awaitStart(request.draftId, runId, showProgress, onResponse).catch(error => {
      // The run may have started nevertheless; then the outcomes of the draft show it.
      show(null)
      throw error
    })
    // A run that started is shown like this until its first outcomes are read.
    const started = result.ok ? result.value.runId : ''
    show(started === '' ? null : preparingRun({ runId: started, kind, done: 1, total: 1 }))
    return result
  }
}

async function awaitStart(
  draftId: string,
  runId: string,
  onProgress: (done: number, total: number) => void,
  onResponse: (hasCome: boolean) => void,
): Promise<Result<StartedRun>> {
  for (let failures = 0; ; ) {
    const status = await fetchStatus(draftId, runId)
    onResponse(status !== undefined)
    if (status?.state === 'finished') return status.result
    if (status) {
      failures = 0
      onProgress(status.done, status.total)
    } else if (++failures > MAX_FAILURES) throw new Error('no response')
    await new Promise(resolve => setTimeout(resolve, status ? POLL_INTERVAL_MS : RETRY_INTERVAL_MS))
  }
}

async function fetchStatus(draftId: string, runId: string): Promise<StartStatus | undefined> {
  try {
    return await fetchInTime(
      `/drafts/${draftId}/starts/${runId}`,
      { cache: 'no-store' },
      (response): Promise<StartStatus> | undefined => (response.ok ? response.json() : undefined),
    )
  } catch {
    return undefined
  }
}
