import 'server-only'
import pg from 'pg'
import type { BareOrder } from './bare-insert'

/** Orders as lines that COPY of PostgreSQL reads, in its text format. */
export function* copyLines(
  clientId: string,
  orders: Iterable<BareOrder>,
  firstId: number,
): Generator<string> {
  const at = new Date().toISOString()
  let id = firstId
  for (const { mallOrderNumber, body } of orders) {
    // A line of JSON holds no control characters; backslashes are all that COPY would read.
    yield `${[id++, clientId, 'japan', mallOrderNumber, body.replaceAll('\\', '\\\\'), at].join('\t')}\n`
  }
}

/**
 * Has PostgreSQL itself read a file of such lines by COPY, in one transaction, and nothing else: what registering is
 * measured by. The server must be on this machine and let us name a file. For measurements.
 */
export async function copyBare(databaseUrl: string, path: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const columns = 'id, client_id, variant, mall_order_number, body, registered_at'
  await client.query(`copy service_order (${columns}) from ${client.escapeLiteral(path)}`)
  await client.end()
}
