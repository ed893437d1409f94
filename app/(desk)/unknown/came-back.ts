import 'server-only'
import { STATUS_CODES } from 'node:http'
import type { CallError } from '@/lib/contract/evidence'
import type { Anomaly } from '@/lib/ledger/registration'
import type { AttemptRow } from '@/lib/store/attempts'
import { REAPED } from '@/lib/store/attempts'
import { words } from '@/lib/words/server'

const say = words('unknown.cameBack')

type Known = Pick<AttemptRow, 'error' | 'http_status' | 'classified_as' | 'finished_at' | 'anomalies'>

/** What came back of a request that left orders in doubt, in plain words. @param attempt undefined: none was kept */
export function cameBack(attempt: Known | undefined): string {
  if (!attempt) return say('restored')
  const { http_status: status, error: json, finished_at: finishedAt, classified_as: judged } = attempt
  if (finishedAt === null) return say(judged === REAPED ? 'died' : 'open')
  if (status !== null && status !== 200) return say('status', { status, name: STATUS_CODES[status] ?? '' })
  const error: CallError | null = json === null ? null : JSON.parse(json)
  if (error) return say(status === 200 ? 'cut' : errorWord(error.code))
  const anomalies: readonly Anomaly[] = JSON.parse(attempt.anomalies ?? '[]')
  const kinds = new Set(anomalies.map(anomaly => anomaly.kind))
  if (kinds.has('unreadable')) return say('unreadable')
  return say(kinds.has('shape') ? 'shape' : 'partly')
}

function errorWord(code: string) {
  if (TIMEOUTS.has(code)) return 'timeout'
  if (code === 'EOVERSIZE') return 'oversize'
  return code.startsWith('HPE_') ? 'notHttp' : 'broke'
}

const TIMEOUTS = new Set(['TimeoutError', 'AbortError', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])
