import 'server-only'
import type { CallError } from '@/lib/contract/evidence'
import { API_PREFIX, operations, recordTypeOfScope } from '@/lib/contract/operations'
import type { ExcerptView } from '@/lib/desk-api/runs/history'
import { type Anomaly, countAnomalies } from '@/lib/ledger/rules/anomalies'
import type { AttemptRow } from '@/lib/store/ledger/requests/attempts'
import { getTranslations } from '@/lib/words/server'
import { utcText } from '@/lib/words/time/time-text'

const t = getTranslations('runs.proof')
const request = getTranslations('history.request')

/** Maximum characters of a response that are shown beside the sheet and quoted in a proof. */
const EXCERPT_LENGTH = 600
const QUOTED = 2000
/** Maximum number of listed contradictions of a response. */
const LISTED = 20

/** The shown part of a response. Credentials were masked before it was stored. */
export function excerptOf(attempt: AttemptRow): ExcerptView {
  const text = textOf(attempt)
  const anomalies: readonly Anomaly[] = JSON.parse(attempt.anomalies ?? '[]')
  return {
    text: beginning(text, EXCERPT_LENGTH),
    isCut: text.length > EXCERPT_LENGTH,
    proof: anomalies.length === 0 ? '' : proofOf(attempt, anomalies, text),
  }
}

const textOf = ({ resp_body: body }: AttemptRow): string =>
  new TextDecoder().decode(body?.subarray(0, QUOTED * 4)).replaceAll('\0', '\ufffd')

const beginning = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text

function anomalyText({ kind, detail }: Anomaly, record: 'order' | 'product'): string {
  const anomaly = request(`anomalies.${kind}`, { count: 1, record })
  return detail === '' ? anomaly : request('anomaly', { anomaly, list: detail.slice(0, 300) })
}

function proofOf(attempt: AttemptRow, anomalies: readonly Anomaly[], text: string): string {
  const { operation, origin, sending_at, prepared_at, id, order_count: count } = attempt
  const error: CallError | null = attempt.error === null ? null : JSON.parse(attempt.error)
  const { path, scope } = operations[operation]
  // In UTC, because the proof is for people in other time zones.
  const time = utcText(sending_at ?? prepared_at)
  const address = `${origin}${API_PREFIX}${path}`
  const listed = anomalies.slice(0, LISTED)
  const found = countAnomalies(anomalies)
  const bytes = error?.cut?.bytes ?? attempt.resp_body?.length ?? 0
  return [
    t('request', { address, time, id, count, scope }),
    t('response', { status: attempt.http_status ?? 0, bytes, hash: attempt.resp_sha256 ?? '' }),
    t('differences'),
    ...listed.map(one => `- ${anomalyText(one, recordTypeOfScope(scope))}`),
    ...(found > LISTED ? [t('more', { count: found - listed.length })] : []),
    t('quote'),
    beginning(text, QUOTED),
  ].join('\n')
}
