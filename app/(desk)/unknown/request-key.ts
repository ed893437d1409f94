import type { RequestKey } from '@/lib/store/unknown'

/** A request in doubt in an address: its run, and itself where a request was kept. */
export const keyText = ({ attemptId, runId }: RequestKey): string =>
  attemptId === null ? runId : `${runId}.${attemptId}`

/** The request that an address asks for; undefined when it asks for none. */
export function readKey(text: string | string[] | undefined): RequestKey | undefined {
  const [runId, attemptId] = typeof text === 'string' ? text.split('.') : []
  return runId ? { runId, attemptId: attemptId ?? null } : undefined
}
