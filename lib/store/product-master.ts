import 'server-only'
import { type Selectable, sql } from 'kysely'
import { chunks } from './chunks'
import { type Database, type Handle, inTexts } from './database'
import type { FillTables, MasterSource } from './fill-tables'
import { mergeFields, type ProductFields, textsOf } from './product-fields'

/** What somebody knows of the goods behind a code. Texts by column id of an item; '' takes nothing away. */
export interface MasterEntry {
  readonly code: string
  /** Of an option: the code of its product. */
  readonly parent?: string | undefined
  readonly texts: Readonly<Record<string, string>>
}

/** Who says it: `operatorId` null where nobody asked for it. */
export interface MasterAuthor {
  readonly source: MasterSource
  readonly operatorId: string | null
  readonly now: Date
}

/** The column whose text products are looked for by. */
const NAME = 'items[].name'

/**
 * Takes over what is said of some codes, in a transaction. What a person typed is never replaced by what a
 * registration or a file says; what these said is replaced by what they say now.
 * @returns how many codes are new, or say something else now
 */
export async function keepProducts(
  trx: Handle,
  entries: readonly MasterEntry[],
  author: MasterAuthor,
): Promise<number> {
  await holdMaster(trx)
  let changed = 0
  for (const some of chunks(withoutRepeats(entries))) {
    const codes = some.map(({ code }) => code)
    const written: Selectable<FillTables['product_master']>[] = []
    const known = new Map((await rowsOf(trx, codes)).map(row => [row.code, row]))
    for (const entry of some) {
      const row = known.get(entry.code)
      const before: ProductFields = row ? JSON.parse(row.fields) : {}
      const fields = mergeFields(before, entry.texts, author.source)
      const parent = entry.parent ?? row?.parent ?? null
      const isSame = row && parent === row.parent && JSON.stringify(fields) === JSON.stringify(before)
      if (!isSame) written.push(rowOf(entry.code, parent, fields, author))
    }
    await put(trx, written)
    changed += written.length
  }
  return changed
}

/** Writes what somebody typed about one code: all of its fields; a blank one is taken away. */
export async function typeProduct(trx: Handle, entry: MasterEntry, author: MasterAuthor): Promise<void> {
  await holdMaster(trx)
  const [row] = await rowsOf(trx, [entry.code])
  const before: ProductFields = row ? JSON.parse(row.fields) : {}
  const fields: ProductFields = Object.fromEntries(
    Object.entries(entry.texts).flatMap(([column, text]) => {
      if (text === '') return []
      const known = before[column]
      return [[column, known?.text === text ? known : { text, by: 'typed' }]]
    }),
  )
  await put(trx, [rowOf(entry.code, row?.parent ?? null, fields, author)])
}

/** Forgets codes. Products that are registered again come back. */
export async function deleteProducts(trx: Handle, codes: readonly string[]): Promise<void> {
  await holdMaster(trx)
  await trx.deleteFrom('product_master').where('code', 'in', codes).execute()
}

/** All codes that are known; undefined where there are more than `most`. */
export async function listCodes(kysely: Handle, most: number): Promise<string[] | undefined> {
  const rows = await kysely
    .selectFrom('product_master')
    .select('code')
    .limit(most + 1)
    .execute()
  return rows.length > most ? undefined : rows.map(({ code }) => code)
}

/** Makes whoever else writes products wait; without it two could overwrite what they read. */
async function holdMaster(trx: Handle): Promise<void> {
  await trx
    .updateTable('product_master_progress')
    .set(row => ({ at: row.ref('at') }))
    .execute()
}

const rowOf = (
  code: string,
  parent: string | null,
  fields: ProductFields,
  { source, operatorId, now }: MasterAuthor,
) => ({
  code,
  parent,
  name: (fields[NAME]?.text ?? '').toLowerCase(),
  fields: JSON.stringify(fields),
  source,
  updated_at: now.toISOString(),
  updated_by: operatorId,
})

async function put(trx: Handle, rows: readonly Selectable<FillTables['product_master']>[]): Promise<void> {
  if (rows.length === 0) return
  await trx
    .insertInto('product_master')
    .values(rows)
    .onConflict(conflict =>
      conflict.column('code').doUpdateSet(row => ({
        parent: row.ref('excluded.parent'),
        name: row.ref('excluded.name'),
        fields: row.ref('excluded.fields'),
        source: row.ref('excluded.source'),
        updated_at: row.ref('excluded.updated_at'),
        updated_by: row.ref('excluded.updated_by'),
      })),
    )
    .execute()
}

/** Entries of one code are one: what comes later says more. */
function withoutRepeats(entries: readonly MasterEntry[]): MasterEntry[] {
  const all = new Map<string, MasterEntry>()
  for (const entry of entries) {
    const known = all.get(entry.code)
    all.set(entry.code, known ? { ...known, ...entry, texts: { ...known.texts, ...entry.texts } } : entry)
  }
  return [...all.values()]
}

const rowsOf = (handle: Handle, codes: readonly string[]) =>
  handle.selectFrom('product_master').selectAll().where('code', 'in', codes).execute()

/** Letters that every database lowers alike. */
const lowered = (code: string) => code.replaceAll(/[A-Z]+/g, letters => letters.toLowerCase())

/**
 * What is known of some codes (at most a thousand) that the master writes in another case, with the code as it writes it.
 * Nothing of a code that it writes in several: which is meant nobody knows.
 * @param codes none of which the master has as it stands
 */
export async function findAlike(
  database: Pick<Database, 'kysely' | 'dialect'>,
  codes: readonly string[],
): Promise<Record<string, readonly [master: string, texts: Record<string, string>]>> {
  if (codes.length === 0) return {}
  const folded = sql<string>`lower(code)`
  const rows = await database.kysely
    .selectFrom('product_master')
    .select(['code', folded.as('folded')])
    .where(folded, 'in', inTexts(database.dialect, [...new Set(codes.map(lowered))]))
    .execute()
  const spelled = new Map<string, string | undefined>()
  for (const { code, folded } of rows) spelled.set(folded, spelled.has(folded) ? undefined : code)
  const masters = codes.flatMap(code => {
    const master = spelled.get(lowered(code))
    return master === undefined ? [] : [[code, master] as const]
  })
  const products = await findProducts(database, [...new Set(masters.map(([, master]) => master))])
  return Object.fromEntries(masters.map(([code, master]) => [code, [master, products[master] ?? {}]]))
}

/** What is known of some codes (at most a thousand), by code; what an option does not say, its product does. */
export async function findProducts(
  { kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>,
  codes: readonly string[],
): Promise<Record<string, Record<string, string>>> {
  const rows = await kysely
    .selectFrom('product_master')
    .leftJoin('product_master as product', 'product.code', 'product_master.parent')
    .select(['product_master.code', 'product_master.fields', 'product.fields as above'])
    .where('product_master.code', 'in', inTexts(dialect, codes))
    .execute()
  return Object.fromEntries(
    rows.map(row => [row.code, { ...(row.above ? textsOf(row.above) : {}), ...textsOf(row.fields) }]),
  )
}
