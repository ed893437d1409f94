import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { chunks, pieces } from './chunks'
import type { Database, Handle } from './database'
import type { LedgerOrderTable } from './ledger-tables'
import { payloadOf } from './packed'

/** What is kept of a name, at most: a search needs no more, and an index takes no longer ones. */
const LONGEST = 120

/** Width, case, accents in two characters and spaces make no difference to a search: １２ and 12, 山田 太郎 and 山田太郎. */
export const foldName = (name: string): string =>
  [...name.normalize('NFKC').toLowerCase().normalize('NFC').replaceAll(/\s+/g, '')].slice(0, LONGEST).join('')

/** The recipient's name in an order's JSON; '' where there is none, as in products. */
export function recipientIn(payload: string): string {
  const order: { recipient?: { name?: unknown } } | null = JSON.parse(payload)
  const name = order?.recipient?.name
  return typeof name === 'string' ? name : ''
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

/**
 * The parts of a folded name that an index holds, each once: two characters where one of them is not ASCII, else three,
 * for Latin letters tell little. A text that is too short for any is its own only part.
 */
export function gramsOf(folded: string): readonly string[] {
  const characters = [...folded]
  const grams = new Set<string>()
  for (let i = 0; i + 1 < characters.length; i++) {
    const pair = characters.slice(i, i + 2).join('')
    if (!isAscii(pair)) grams.add(pair)
    else if (i + 2 < characters.length) grams.add(pair + characters[i + 2])
  }
  return grams.size > 0 || folded === '' ? [...grams] : [folded]
}

/** Notes by whom orders will be found. Those that were noted already stay as they are. */
export async function noteRecipients(
  handle: Handle,
  rows: readonly (Pick<LedgerOrderTable, 'id' | 'payload'> & { readonly seq?: number })[],
): Promise<void> {
  const named = rows.flatMap(({ id, payload, seq }) => {
    const folded = foldName(recipientIn(payload))
    return folded === '' ? [] : [{ ledger_order_id: id, folded, ...(seq !== undefined && { seq }) }]
  })
  for await (const some of pieces(named)) {
    const noted = await handle
      .insertInto('order_recipient')
      .values(some)
      .onConflict(conflict => conflict.column('ledger_order_id').doNothing())
      .returning(['seq', 'folded'])
      .execute()
    const grams = noted.flatMap(({ seq, folded }) => gramsOf(folded).map(gram => ({ gram, seq })))
    for (const few of chunks(grams)) await handle.insertInto('recipient_gram').values(few).execute()
  }
}

/** Forgets by whom orders are found. */
export async function dropRecipients(handle: Handle, ids: readonly string[]): Promise<void> {
  const gone = await handle
    .deleteFrom('order_recipient')
    .where('ledger_order_id', 'in', ids)
    .returning(['seq', 'folded'])
    .execute()
  const grams = gone.flatMap(({ seq, folded }) =>
    gramsOf(folded).map(gram => sql`(${gram}, cast(${seq} as bigint))`),
  )
  for (const some of chunks(grams)) {
    await sql`delete from recipient_gram where (gram, seq) in (values ${sql.join(some)})`.execute(handle)
  }
}

/** Names of one look: a few milliseconds, then others get their turn. */
const LOOK = 500

/** Names that one search looks at; the next goes on behind them. */
const MOST_LOOKED_AT = 10_000

/** Parts of a text that are compared to find the rarest of them, and how far each is counted. */
const COMPARED = 12
const COUNTED = 1000

/**
 * Orders whose recipient's name holds `text`, newest first: at most `limit`. A text that is shorter than the parts that
 * are indexed (`gramsOf`) is found as a whole name only.
 * @param before where the last search stopped (its `next`)
 * @returns ids of orders, and where to go on; undefined when all were looked at
 */
export async function findByRecipient(
  handle: Handle,
  text: string,
  limit: number,
  before?: number,
): Promise<{ ids: readonly string[]; next: number | undefined }> {
  const folded = foldName(text)
  const gram = await rarest(handle, gramsOf(folded).slice(0, COMPARED))
  const ids: string[] = []
  if (gram === undefined) return { ids, next: undefined }
  let place = before
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += LOOK) {
    const rows = await handle
      .selectFrom('recipient_gram')
      .innerJoin('order_recipient', 'order_recipient.seq', 'recipient_gram.seq')
      .select(['recipient_gram.seq', 'order_recipient.ledger_order_id as id', 'order_recipient.folded'])
      .where('recipient_gram.gram', '=', gram)
      .$if(place !== undefined, query => query.where('recipient_gram.seq', '<', place ?? 0))
      .orderBy('recipient_gram.seq', 'desc')
      .limit(LOOK)
      .execute()
    for (const row of rows) {
      if (row.folded.includes(folded)) ids.push(row.id)
      if (ids.length === limit) return { ids, next: row.seq }
    }
    if (rows.length < LOOK) return { ids, next: undefined }
    place = rows.at(-1)?.seq
    await setImmediate()
  }
  return { ids, next: place }
}

/** The part that the fewest names have: its names are looked through for the whole text. */
async function rarest(handle: Handle, grams: readonly string[]): Promise<string | undefined> {
  let [found, fewest]: [string | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
  for (const gram of grams) {
    const { count } = await handle
      .selectFrom(
        handle.selectFrom('recipient_gram').select('seq').where('gram', '=', gram).limit(COUNTED).as('some'),
      )
      .select(row => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) < fewest) [found, fewest] = [gram, Number(count)]
  }
  return found
}

/**
 * Reads the names of orders that were there before names were noted, the newest run first, some at a time.
 * @returns whether all are read
 */
export async function readNames(database: Database, limit = 200): Promise<boolean> {
  const { kysely, write } = database
  const { named_to: from } = await kysely
    .selectFrom('retention')
    .select('named_to')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  if (from === null) return true
  const { rows, next } = await ordersToName(kysely, from, limit)
  await write(async trx => {
    const { least } = await trx
      .selectFrom('order_recipient')
      .select(row => row.fn.min('seq').as('least'))
      .executeTakeFirstOrThrow()
    const below = Math.min(0, Number(least ?? 0))
    await noteRecipients(
      trx,
      rows.map((row, i) => ({ id: row.id, payload: payloadOf(row), seq: below - 1 - i })),
    )
    await trx.updateTable('retention').set({ named_to: next }).where('id', '=', 1).execute()
  })
  return next === null
}

/** The next orders whose names are to be read: of one run behind a place of it, then of the run before. */
async function ordersToName(handle: Handle, from: string, limit: number) {
  const [at = '', id = '', position = '-1'] = from.split(' ')
  const run = await handle
    .selectFrom('run')
    .select(['id', 'started_at'])
    .$if(from !== '', query =>
      query.where(row => row(row.refTuple('started_at', 'id'), '<=', row.tuple(at, id))),
    )
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  const [now, before] = run
  if (!now) return { rows: [], next: null }
  const behind = now.id === id ? Number(position) : -1
  const rows = await handle
    .selectFrom('ledger_order')
    .select(['id', 'position', 'payload', 'packed'])
    .where('run_id', '=', now.id)
    .where('position', '>', behind)
    .where('erased_at', 'is', null)
    .where('scope', '=', 'orders')
    .orderBy('position')
    .limit(limit)
    .execute()
  const last = rows.length < limit ? undefined : rows.at(-1)
  if (last) return { rows, next: `${now.started_at} ${now.id} ${last.position}` }
  return { rows, next: before ? `${before.started_at} ${before.id} -1` : null }
}

/** Whether the names of all orders can be searched. */
export async function areNamesRead(handle: Handle): Promise<boolean> {
  const row = await handle.selectFrom('retention').select('named_to').where('id', '=', 1).executeTakeFirst()
  return row?.named_to === null
}
