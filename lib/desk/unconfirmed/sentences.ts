import 'server-only'
import type { UnknownRequest } from '@/lib/desk-api/runs/unconfirmed'
import type { ResolveResult, Unresolved } from '@/lib/ledger/resolve/resolve'
import type { Anomaly } from '@/lib/ledger/rules/anomalies'
import { causeOfAttempt } from '@/lib/ledger/runner/responses/unconfirmed'
import type { AttemptRow } from '@/lib/store/ledger/requests/attempts'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { joinSentences } from '@/lib/words/sentences/join'
import { getTranslations } from '@/lib/words/server'
import { requestTime } from '@/lib/words/time/request-time'

const tUnconfirmed = getTranslations('unknown')
const tResponses = getTranslations('unknown.responses')
const states = getTranslations('history.states')

type Known = Pick<AttemptRow, 'error' | 'http_status' | 'classified_as' | 'finished_at' | 'anomalies'>

/** A sentence about the response to a request with unknown records. @param attempt undefined: no request is stored */
export function responseSentence(attempt: Known | undefined, scope: UnknownRequest['scope']): string {
  if (!attempt) return tResponses('restored', { scope })
  const { http_status: status } = attempt
  const cause = causeOfAttempt(attempt)
  if (cause === 'status') return tResponses('status', { status: status ?? 0 })
  if (cause !== 'contradictory') return tResponses(cause, { scope })
  const anomalies: readonly Anomaly[] = JSON.parse(attempt.anomalies ?? '[]')
  const detail = anomalies.find(({ kind }) => kind === 'contradictory')?.detail ?? ''
  return tResponses('contradictory', { name: detail })
}

/** One or two sentences about the resolved orders. */
export function resolvedSentence({ counts, unresolved }: ResolveResult): string {
  const parts = (['found', 'absent', 'abandon'] as const).map(
    resolution =>
      counts[resolution] > 0 && tUnconfirmed(`resolved.${resolution}`, { count: counts[resolution] }),
  )
  const left = unresolved.length > 0 && tUnconfirmed('resolved.left', { count: unresolved.length })
  return joinSentences(requestLocale().language, [...parts, left])
}

/** Why an order was not resolved, and what to do. */
export function unresolvedSentence({ number, why, state, detail = '' }: Unresolved): string {
  // For `early` it is a time.
  const time = why === 'early' ? requestTime(detail, 'clock') : ''
  return tUnconfirmed(`unresolved.${why}`, { number, state: state ? states(state) : 'none', detail, time })
}
