import { Notice } from '@/components/ui/feedback/notice'
import type { Anomaly } from '@/lib/ledger/rules/anomalies'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { isolated } from '@/lib/words/sentences/isolated'
import { firstOf } from '@/lib/words/sentences/join'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('history.request')

interface Props {
  anomalies: readonly Anomaly[]
  /** Whether the parts of the response that did not fit are quoted. */
  isQuoted: boolean
  /** What the request sent. */
  record: Sheet['recordType']
}

/** The parts of a response that do not fit the request. */
export function Anomalies({ anomalies, isQuoted, record }: Props) {
  if (anomalies.length === 0) return null
  const kinds = new Map<Anomaly['kind'], { details: string[]; count: number }>()
  for (const { kind, detail, more = 0 } of anomalies) {
    const of = kinds.get(kind) ?? { details: [], count: 0 }
    of.details.push(detail)
    of.count += 1 + more
    kinds.set(kind, of)
  }
  return (
    <Notice tone="warn">
      {t('mismatch')}
      <ul>
        {[...kinds].map(([kind, { details, count }]) => (
          <li key={kind} className="text-ink-2">
            {anomalyText(t(`anomalies.${kind}`, { count, record }), isQuoted ? details : [])}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** At most this many examples of one kind of anomaly are listed. */
const MAX_EXAMPLES = 5

/** An anomaly with its details, each isolated: a service may send right-to-left text. */
function anomalyText(anomaly: string, details: readonly string[]): string {
  const named = details.flatMap(detail => (detail === '' ? [] : isolated(detail.slice(0, 200))))
  if (named.length === 0) return anomaly
  return t('anomaly', { anomaly, list: firstOf(requestLocale().language, named, MAX_EXAMPLES) })
}
