import type { CallError } from '@/lib/contract/evidence'
import type { Anomaly } from './anomalies'

/** Why a request left its orders unconfirmed; its sentence is `unknown.responses.<cause>` in lib/words. */
export type UnconfirmedCause =
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

/** The facts of a request that decide its cause. */
export interface AttemptFacts {
  readonly error?: CallError | undefined
  readonly status: number | null
  readonly isReaped: boolean
  readonly isFinished: boolean
  readonly anomalies: readonly Anomaly[]
}

/** Why a response proves nothing. An error that broke it off takes precedence over its anomalies. */
export function causeOf({ error, status, isReaped, isFinished, anomalies }: AttemptFacts): UnconfirmedCause {
  if (!isFinished) return isReaped ? 'died' : 'open'
  if (status !== null && status !== 200) return 'status'
  if (error) {
    if (error.code === 'EOVERSIZE') return 'oversize'
    if (TIMEOUT_CODES.has(error.code)) return status === null ? 'timeout' : 'timeoutAmid'
    if (status !== null) return 'cut'
    return error.code.startsWith('HPE_') ? 'notHttp' : 'broke'
  }
  const kinds = new Set(anomalies.map(anomaly => anomaly.kind))
  return (['unreadable', 'contradictory', 'shape'] as const).find(kind => kinds.has(kind)) ?? 'partly'
}

const TIMEOUT_CODES = new Set([
  'TimeoutError',
  'AbortError',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])
