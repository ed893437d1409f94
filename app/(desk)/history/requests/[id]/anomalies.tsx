import { Notice } from '@/components/ui/notice'
import type { Anomaly } from '@/lib/ledger/registration'
import { words } from '@/lib/words/server'

const say = words('history.request')

/** What of an answer did not fit what was sent. @param json as the ledger keeps it */
export function Anomalies({ json }: { json: string | null }) {
  if (json === null) return null
  const anomalies: readonly Anomaly[] = JSON.parse(json)
  return (
    <Notice tone="warn">
      {say('misfit')}
      <ul>
        {anomalies.slice(0, 20).map(({ kind, detail }) => (
          <li key={`${kind} ${detail}`} className="text-ink-2">
            {say(`anomalies.${kind}`)} <bdi className="text-ink-2">{detail.slice(0, 200)}</bdi>
          </li>
        ))}
        {anomalies.length > 20 && <li>…</li>}
      </ul>
    </Notice>
  )
}
