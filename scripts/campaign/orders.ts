import { createHash } from 'node:crypto'
import type { PreparedOrder } from '@/lib/ledger/rules/prepared'

/**
 * An order as the sheet prepares it. Some orders are large, so that a body does not fit into the buffers of a socket.
 */
export function prepare(mallOrderNumber: string): PreparedOrder {
  const note = mallOrderNumber.endsWith('HEAVY') ? 'x'.repeat(400_000) : ''
  const order = { orderInfo: { mallOrderNumber }, recipient: { name: '山田 太郎' }, note }
  const payload = JSON.stringify(order)
  const sha256 = createHash('sha256').update(payload).digest('hex')
  return { lineIds: [`line ${mallOrderNumber}`], mallOrderNumber, payload, sha256, fingerprint: sha256 }
}
