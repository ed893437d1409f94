import 'server-only'
import type { CallError } from '@/lib/contract/evidence'
import { API_PREFIX, type OperationId, operations } from '@/lib/contract/operations'
import type { Anomaly } from '@/lib/ledger/registration'
import type { AttemptRow } from '@/lib/store/attempts'
import { words } from '@/lib/words/server'

const say = words('runs.proof')
const anomaly = words('history.request.anomalies')

/** Characters of a response that are shown beside the sheet, and that a proof quotes. */
const SHOWN = 600
const QUOTED = 2000
/** What of a response does not fit is listed up to here. */
const LISTED = 20

/** The beginning of a response as text, and what its sender can be shown of it. */
export interface Excerpt {
  readonly text: string
  readonly isCut: boolean
  /** For the shipping company; '' where the response fits what was sent. */
  readonly proof: string
}

/** What is shown of the response to a request. Credentials were masked before it was kept. */
export function excerptOf(attempt: AttemptRow): Excerpt {
  const text = textOf(attempt)
  const anomalies: readonly Anomaly[] = JSON.parse(attempt.anomalies ?? '[]')
  return {
    text: beginning(text, SHOWN),
    isCut: text.length > SHOWN,
    proof: anomalies.length === 0 ? '' : proofOf(attempt, anomalies, text),
  }
}

const textOf = ({ resp_body: body }: AttemptRow): string =>
  new TextDecoder().decode(body?.subarray(0, QUOTED * 4)).replaceAll('\0', '\ufffd')

const beginning = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text

function proofOf(attempt: AttemptRow, anomalies: readonly Anomaly[], text: string): string {
  const { operation, origin, sending_at, prepared_at, id, order_count: count } = attempt
  const error: CallError | null = attempt.error === null ? null : JSON.parse(attempt.error)
  const { path, scope } = operations[operation as OperationId]
  const time = (sending_at ?? prepared_at).replace('T', ' ').slice(0, 19)
  const address = `${origin}${API_PREFIX}${path}`
  const bytes = error?.cut?.bytes ?? attempt.resp_body?.length ?? 0
  return [
    say('request', { address, time, id, count, scope }),
    say('response', { status: attempt.http_status ?? 0, bytes, hash: attempt.resp_sha256 ?? '' }),
    say('misfit'),
    ...anomalies
      .slice(0, LISTED)
      .map(({ kind, detail }) => `- ${[anomaly(kind, { count: 1 }), detail.slice(0, 300)].join(' ').trim()}`),
    ...(anomalies.length > LISTED ? [say('more', { count: anomalies.length - LISTED })] : []),
    say('quote'),
    beginning(text, QUOTED),
  ].join('\n')
}
