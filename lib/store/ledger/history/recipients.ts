import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Db } from '@/lib/store/db/database'
import { batches, yieldingBatches } from '@/lib/store/db/statements/batches'
import { jsonRows } from '@/lib/store/db/statements/json-rows'
import type { LedgerOrderTable } from '@/lib/store/ledger/orders/order-tables'
import { payloadOf } from '@/lib/store/ledger/payload-compression'

/** Maximum stored characters of a name: enough for a search, and within the limit of an index entry. */
const MAX_NAME_CHARACTERS = 120

/** Ignores width, case, combining accents and spaces: １２ equals 12, 山田 太郎 equals 山田太郎. */
export function foldName(name: string): string {
  const folded = name.normalize('NFKC').toLowerCase().normalize('NFC').replaceAll(/\s+/g, '')
  // A text has at least as many code units as characters.
  return folded.length <= MAX_NAME_CHARACTERS ? folded : [...folded].slice(0, MAX_NAME_CHARACTERS).join('')
}

/** The recipient's name in an order's JSON; '' if there is none, as in products. */
export function recipientIn(payload: string): string {
  const order: { recipient?: { name?: unknown } } | null = JSON.parse(payload)
  const name = order?.recipient?.name
  return typeof name === 'string' ? name : ''
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

/**
 * The distinct n-grams of a folded name: bigrams if one character is not ASCII, else trigrams, because Latin
 * bigrams are not selective. A text that is too short is one gram by itself.
 */
function gramsOf(folded: string): readonly string[] {
  const characters = [...folded]
  const grams = new Set<string>()
  for (let i = 0; i + 1 < characters.length; i++) {
    const pair = characters.slice(i, i + 2).join('')
    if (!isAscii(pair)) grams.add(pair)
    else if (i + 2 < characters.length) grams.add(pair + characters[i + 2])
  }
  return grams.size > 0 || folded === '' ? [...grams] : [folded]
}

const GRAMS_PER_STATEMENT = 2000

/** Indexes the recipients of orders. Orders that are already indexed stay unchanged. */
export async function indexRecipients(
  db: Db,
  rows: readonly (Pick<LedgerOrderTable, 'id' | 'payload'> & { readonly seq?: number })[],
): Promise<void> {
  const named = rows.flatMap(({ id, payload, seq }) => {
    const folded = foldName(recipientIn(payload))
    return folded === '' ? [] : [{ ledger_order_id: id, folded, ...(seq !== undefined && { seq }) }]
  })
  for await (const batch of yieldingBatches(named)) {
    const noted = await db
      .insertInto('order_recipient')
      .values(batch)
      .onConflict(conflict => conflict.column('ledger_order_id').doNothing())
      .returning(['seq', 'folded'])
      .execute()
    const grams = noted.flatMap(({ seq, folded }) => gramsOf(folded).map(gram => ({ gram, seq })))
    for (const gramBatch of batches(grams, GRAMS_PER_STATEMENT)) {
      const rows = jsonRows(db, { gram: 'text', seq: 'integer' }, gramBatch)
      await sql`insert into recipient_gram (gram, seq) select gram, seq from ${rows} as given`.execute(db)
    }
  }
}

/** Names whose grams one statement deletes: it looks for each gram with each name, about 3,000 times. */
const NAMES_PER_DELETION = 20

/** Removes orders from the recipient index. */
export async function unindexRecipients(db: Db, ids: readonly string[]): Promise<void> {
  const gone = await db
    .deleteFrom('order_recipient')
    .where('ledger_order_id', 'in', ids)
    .returning(['seq', 'folded'])
    .execute()
  for (const names of batches(gone, NAMES_PER_DELETION)) {
    const grams = new Set(names.flatMap(({ folded }) => gramsOf(folded)))
    await db
      .deleteFrom('recipient_gram')
      // Not a list of pairs, for which SQLite would scan all grams: all grams of these names go, so any pair of them may.
      .where('gram', 'in', [...grams])
      .where(
        'seq',
        'in',
        names.map(({ seq }) => seq),
      )
      .execute()
  }
}

/** Names per read, which takes a few milliseconds; then the event loop runs. */
const NAMES_PER_READ = 500

/** Names that one search scans; the next one continues after them. */
const MAX_NAMES_SCANNED = 10_000

/** Grams that are compared to find the rarest, and the maximum that is counted for each. */
const MAX_COMPARED_GRAMS = 12
const MAX_GRAM_COUNT = 1000

/**
 * Orders whose recipient's name contains `text`, newest first: at most `limit`. A text shorter than a gram
 * (`gramsOf`) only matches whole names.
 * @param before the cursor of the previous search (`next`)
 * @param maxScanned names that are read at most
 * @returns ids of orders, and the next cursor; undefined when all names were scanned
 */
export async function findByRecipient(
  db: Db,
  text: string,
  limit: number,
  before?: number,
  maxScanned = MAX_NAMES_SCANNED,
): Promise<{ ids: readonly string[]; next: number | undefined }> {
  const folded = foldName(text)
  const gram = await findRarestGram(db, gramsOf(folded).slice(0, MAX_COMPARED_GRAMS))
  const ids: string[] = []
  if (gram === undefined) return { ids, next: undefined }
  let place = before
  for (let looked = 0; looked < maxScanned; looked += NAMES_PER_READ) {
    const rows = await db
      .selectFrom('recipient_gram')
      .innerJoin('order_recipient', 'order_recipient.seq', 'recipient_gram.seq')
      .select(['recipient_gram.seq', 'order_recipient.ledger_order_id as id', 'order_recipient.folded'])
      .where('recipient_gram.gram', '=', gram)
      .$if(place !== undefined, query => query.where('recipient_gram.seq', '<', place ?? 0))
      .orderBy('recipient_gram.seq', 'desc')
      .limit(NAMES_PER_READ)
      .execute()
    for (const row of rows) {
      if (row.folded.includes(folded)) ids.push(row.id)
      if (ids.length === limit) return { ids, next: row.seq }
    }
    if (rows.length < NAMES_PER_READ) return { ids, next: undefined }
    place = rows.at(-1)?.seq
    await setImmediate()
  }
  return { ids, next: place }
}

/** The gram with the fewest names, which are then scanned for the whole text. */
async function findRarestGram(db: Db, grams: readonly string[]): Promise<string | undefined> {
  let [found, fewest]: [string | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
  for (const gram of grams) {
    const { count } = await db
      .selectFrom(
        db
          .selectFrom('recipient_gram')
          .select('seq')
          .where('gram', '=', gram)
          .limit(MAX_GRAM_COUNT)
          .as('some'),
      )
      .select(row => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) < fewest) [found, fewest] = [gram, Number(count)]
  }
  return found
}

/**
 * Indexes orders from before the recipient index existed, newest runs first, some at a time.
 * @returns whether all are indexed
 */
export async function backfillRecipients(database: Database, limit = 200): Promise<boolean> {
  const { kysely, write } = database
  const { named_to: from } = await kysely
    .selectFrom('retention')
    .select('named_to')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  if (from === null) return true
  const { rows, next } = await nextOrdersToIndex(kysely, from, limit)
  await write(async trx => {
    const { least } = await trx
      .selectFrom('order_recipient')
      .select(row => row.fn.min('seq').as('least'))
      .executeTakeFirstOrThrow()
    const below = Math.min(0, Number(least ?? 0))
    await indexRecipients(
      trx,
      rows.map((row, i) => ({ id: row.id, payload: payloadOf(row), seq: below - 1 - i })),
    )
    await trx.updateTable('retention').set({ named_to: next }).where('id', '=', 1).execute()
  })
  return next === null
}

/** The next orders to index: of one run after a position, then of the run before. */
async function nextOrdersToIndex(db: Db, from: string, limit: number) {
  const [at = '', id = '', position = '-1'] = from.split(' ')
  const run = await db
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
  const rows = await db
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

/** Whether all orders are in the recipient index. */
export async function isBackfillDone(db: Db): Promise<boolean> {
  const row = await db.selectFrom('retention').select('named_to').where('id', '=', 1).executeTakeFirst()
  return row?.named_to === null
}
