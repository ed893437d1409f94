import type { CallError } from '@/lib/contract/evidence'
import type { Anomaly } from './registration'

/** Why a request left its orders unconfirmed; `unknown.cameBack.<cause>` of lib/words is its sentence. */
export type Cause =
  | 'died'
  | 'open'
  | 'status'
  | 'timeout'
  | 'timeoutAmid'
  | 'oversize'
  | 'notHttp'
  | 'broke'
  | 'cut'
  | 'unreadable'
  | 'contradictory'
  | 'shape'
  | 'partly'

/** What is known of a request, as far as its cause depends on it. */
export interface Known {
  readonly error?: CallError | undefined
  readonly status: number | null
  readonly isReaped: boolean
  readonly isFinished: boolean
  readonly anomalies: readonly Anomaly[]
}

/** Reads out of what came back why it proves nothing. What broke it off comes before how far it got. */
export function causeOf({ error, status, isReaped, isFinished, anomalies }: Known): Cause {
  if (!isFinished) return isReaped ? 'died' : 'open'
  if (status !== null && status !== 200) return 'status'
  if (error) {
    if (error.code === 'EOVERSIZE') return 'oversize'
    if (TIMEOUTS.has(error.code)) return status === null ? 'timeout' : 'timeoutAmid'
    if (status !== null) return 'cut'
    return error.code.startsWith('HPE_') ? 'notHttp' : 'broke'
  }
  const kinds = new Set(anomalies.map(anomaly => anomaly.kind))
  return (['unreadable', 'contradictory', 'shape'] as const).find(kind => kinds.has(kind)) ?? 'partly'
}

const TIMEOUTS = new Set(['TimeoutError', 'AbortError', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])
