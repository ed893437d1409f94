import 'server-only'
import { type AttemptRow, REAPED } from '@/lib/store/attempts'
import { type Cause, causeOf } from './problem-cause'

/** Why a request that was kept left its orders unconfirmed. */
export function causeOfAttempt(
  attempt: Pick<AttemptRow, 'error' | 'http_status' | 'classified_as' | 'finished_at' | 'anomalies'>,
): Cause {
  return causeOf({
    status: attempt.http_status,
    isReaped: attempt.classified_as === REAPED,
    isFinished: attempt.finished_at !== null,
    error: attempt.error === null ? undefined : JSON.parse(attempt.error),
    anomalies: JSON.parse(attempt.anomalies ?? '[]'),
  })
}
