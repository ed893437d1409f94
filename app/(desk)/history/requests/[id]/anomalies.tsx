import { Notice } from '@/components/ui/notice'
import type { Anomaly } from '@/lib/ledger/registration'
import { words } from '@/lib/words/server'

const say = words('history.request')

interface Props {
  /** As the ledger keeps it. */
  json: string | null
  /** Whether the parts of the response that did not fit are quoted. */
  isQuoted: boolean
}

/** What of a response did not fit what was sent. */
export function Anomalies({ json, isQuoted }: Props) {
  if (json === null) return null
  const anomalies: readonly Anomaly[] = JSON.parse(json)
  return (
    <Notice tone="warn">
      {say('misfit')}
      <ul>
        {anomalies.slice(0, 20).map(({ kind, detail }) => (
          <li key={`${kind} ${detail}`} className="text-ink-2">
            {say(`anomalies.${kind}`)}
            {isQuoted && <bdi className="text-ink-2"> {detail.slice(0, 200)}</bdi>}
          </li>
        ))}
        {anomalies.length > 20 && <li>…</li>}
      </ul>
    </Notice>
  )
}
