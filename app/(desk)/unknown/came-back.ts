import 'server-only'
import { STATUS_CODES } from 'node:http'
import type { Anomaly } from '@/lib/ledger/registration'
import { causeOfAttempt } from '@/lib/ledger/runner-cause'
import type { AttemptRow } from '@/lib/store/attempts'
import { words } from '@/lib/words/server'

const say = words('unknown.cameBack')

type Known = Pick<AttemptRow, 'error' | 'http_status' | 'classified_as' | 'finished_at' | 'anomalies'>

/** What came back of a request that left orders in doubt, in plain words. @param attempt undefined: none was kept */
export function cameBack(attempt: Known | undefined): string {
  if (!attempt) return say('restored')
  const { http_status: status } = attempt
  const cause = causeOfAttempt(attempt)
  if (cause === 'status') return say('status', { status: status ?? 0, name: STATUS_CODES[status ?? 0] ?? '' })
  if (cause !== 'contradictory') return say(cause)
  const anomalies: readonly Anomaly[] = JSON.parse(attempt.anomalies ?? '[]')
  const detail = anomalies.find(({ kind }) => kind === 'contradictory')?.detail ?? ''
  return say('contradictory', { name: detail })
}
