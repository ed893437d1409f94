import { Foreign } from '@/components/ui/foreign'
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
  const kinds = new Map<Anomaly['kind'], string[]>()
  for (const { kind, detail } of anomalies) kinds.set(kind, [...(kinds.get(kind) ?? []), detail])
  return (
    <Notice tone="warn">
      {say('misfit')}
      <ul>
        {[...kinds].map(([kind, details]) => (
          <li key={kind} className="text-ink-2">
            {say(`anomalies.${kind}`, { count: details.length })}
            {isQuoted && <Details details={details.filter(detail => detail !== '')} />}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** So many of what does not fit in the same way are named. */
const NAMED = 5

/** What is meant, each isolated: a service may write in any direction. */
const Details = ({ details }: { details: readonly string[] }) => (
  <>
    {details.slice(0, NAMED).map((detail, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a service may say the same twice, and nothing moves
      <span key={at}>
        {at === 0 ? ' ' : ', '}
        <Foreign text={detail.slice(0, 200)} />
      </span>
    ))}
    {details.length > NAMED && ' …'}
  </>
)
