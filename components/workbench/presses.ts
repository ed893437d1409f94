import type { Answer, RunRequest, StartedRun } from './actions'

/** Asks for a run of a draft. What it throws: no answer came. */
type Press<Request extends RunRequest = RunRequest> = (request: Request) => Promise<Answer<StartedRun>>

/**
 * The presses of a draft. They freeze thousands of orders, so they are no actions: a browser sends its actions one
 * after another, and edits would wait behind them to be saved.
 */
export const presses = {
  check: press('checks'),
  register: press('registrations'),
  /** Sends a request that was refused without a reason again in halves; what is accepted is registered. */
  halve: press<RunRequest & { attemptId: string }>('halvings'),
}

function press<Request extends RunRequest>(path: string): Press<Request> {
  return async ({ draftId, ...request }) => {
    const response = await fetch(`/drafts/${draftId}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    })
    const answer: Answer<StartedRun> | { title: string; detail: string } = await response.json()
    return 'ok' in answer ? answer : { ok: false, problem: { code: answer.title, message: answer.detail } }
  }
}
