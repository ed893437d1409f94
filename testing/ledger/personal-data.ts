import { gunzipSync } from 'node:zlib'
import type { Database } from '@/lib/store/db/database'
import { saveLines } from '@/lib/store/drafts/drafts'
import { unpackOrder } from '@/lib/store/ledger/orders/orders'
import { unpack } from '@/lib/store/ledger/payload-compression'

/** The recipient of the orders in a ledger test (`prepared` in harness.ts) and of `saveDraft`. */
export const RECIPIENT = '山田 太郎'

/** The order of the ledger that has a number. */
export const orderOf = ({ kysely }: Database, number: string) =>
  kysely
    .selectFrom('ledger_order')
    .selectAll()
    .where('mall_order_number', '=', number)
    .executeTakeFirstOrThrow()
    .then(unpackOrder)

/** The draft of `saveDraft`. */
export const draft = { id: 'draft', sheet: 'orders/japan', name: 'Qoo10', operatorId: 'mina' }

/** Saves a draft with a line for each number, all with the same recipient. */
export const saveDraft = ({ write }: Database, numbers: readonly string[]) =>
  write(trx =>
    saveLines(
      trx,
      draft,
      {
        upserts: numbers.map((number, rank) => ({
          id: `line ${number}`,
          rank,
          texts: { 'orderInfo.mallOrderNumber': number, 'recipient.name': RECIPIENT },
        })),
        removes: [],
      },
      new Date(),
    ),
  )

/** Columns of the whole database that contain a text, including compressed bodies. */
export async function columnsWith({ kysely }: Database, text: string): Promise<string[]> {
  const columns = new Set<string>()
  for (const { name } of await kysely.introspection.getTables()) {
    const rows: Record<string, unknown>[] = await kysely
      .selectFrom(name as 'draft')
      .selectAll()
      .execute()
    for (const [column, value] of rows.flatMap(row => Object.entries(row))) {
      if (readable(value).includes(text)) columns.add(`${name}.${column}`)
    }
  }
  return [...columns].sort()
}

function readable(value: unknown): string {
  if (!(value instanceof ArrayBuffer || value instanceof Uint8Array)) return String(value)
  const bytes = new Uint8Array(value)
  if (bytes[0] === 1) return unpack(bytes)
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : Buffer.from(bytes)).toString()
}
