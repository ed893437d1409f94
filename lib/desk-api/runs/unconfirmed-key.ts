/** A request with unknown orders: its run, and its id if it was stored. */
export interface RequestKey {
  readonly attemptId: string | null
  readonly runId: string
}

/** A request with unknown orders in a URL. */
export const keyText = ({ attemptId, runId }: RequestKey): string =>
  attemptId === null ? runId : `${runId}.${attemptId}`

/** The request in a URL; undefined if there is none. */
export function readKey(text: string | string[] | undefined): RequestKey | undefined {
  const [runId, attemptId] = typeof text === 'string' ? text.split('.') : []
  return runId ? { runId, attemptId: attemptId ?? null } : undefined
}
