import 'server-only'
import pg from 'pg'
import type { BareOrder } from './bare-insert'

/** Orders as lines in the text format of PostgreSQL's COPY. */
export function* copyLines(
  clientId: string,
  orders: Iterable<BareOrder>,
  firstId: number,
): Generator<string> {
  const at = new Date().toISOString()
  let id = firstId
  for (const { mallOrderNumber, body } of orders) {
    // JSON contains no control characters, so only backslashes need escaping.
    yield `${[id++, clientId, 'japan', mallOrderNumber, body.replaceAll('\\', '\\\\'), at].join('\t')}\n`
  }
}

/**
 * Lets PostgreSQL read a file of such lines with COPY in one transaction: the baseline for registrations.
 * The server must run on this machine and may read the file.
 */
export async function copyBare(databaseUrl: string, path: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const columns = 'id, client_id, variant, mall_order_number, body, registered_at'
  await client.query(`copy service_order (${columns}) from ${client.escapeLiteral(path)}`)
  await client.end()
}
