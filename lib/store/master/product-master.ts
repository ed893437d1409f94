import 'server-only'
import { type Selectable, sql } from 'kysely'
import { type Database, type Db, inTexts } from '@/lib/store/db/database'
import { batches } from '@/lib/store/db/statements/batches'
import type { FillTables, MasterSource } from './tables'

/** Known texts of a product code by column id of an item; '' removes nothing. */
export interface MasterEntry {
  readonly code: string
  /** Of an option: the code of its product. */
  readonly parent?: string | undefined
  /** The name to store if the code has none. */
  readonly missingName?: string | undefined
  readonly texts: Readonly<Record<string, string>>
}

/** The origin of texts: `operatorId` is null if Lading synchronised them. */
interface MasterAuthor {
  readonly source: MasterSource
  readonly operatorId: string | null
  readonly now: Date
}

/** The column that is searched. */
const NAME_COLUMN = 'items[].name'

/**
 * Merges texts into the product master, in a transaction. Typed texts are never replaced by registrations or
 * files; texts of these are replaced by newer ones.
 * @returns how many codes are new or changed
 */
export async function saveProducts(
  trx: Db,
  entries: readonly MasterEntry[],
  author: MasterAuthor,
): Promise<number> {
  await lockMaster(trx)
  let changed = 0
  for (const batch of batches(mergeRepeated(entries))) {
    const codes = batch.map(({ code }) => code)
    const written: Selectable<FillTables['product_master']>[] = []
    const known = new Map((await rowsOf(trx, codes)).map(row => [row.code, row]))
    for (const entry of batch) {
      const row = known.get(entry.code)
      const before: ProductFields = row ? JSON.parse(row.fields) : {}
      const fields = mergeFields(withName(before, entry.missingName), entry.texts, author.source)
      const parent = entry.parent ?? row?.parent ?? null
      const isSame = row && parent === row.parent && JSON.stringify(fields) === JSON.stringify(before)
      if (!isSame) written.push(rowOf(entry.code, parent, fields, author))
    }
    await upsertRows(trx, written)
    changed += written.length
  }
  return changed
}

/** Typed texts of a code. `before` is what its form showed; undefined: the code is new. */
export interface TypedProduct {
  readonly code: string
  readonly texts: Readonly<Record<string, string>>
  readonly before: Pick<TypedProduct, 'code' | 'texts'> | undefined
}

/**
 * Stores the texts that an operator changed in a form, in a transaction; emptied ones are removed. The others stay as
 * they are stored, because a colleague may have changed them since the form was opened. Options follow their product
 * to its new code.
 * @returns why it was not stored: another product has the code, or the edited one was renamed or deleted
 */
export async function saveTypedProduct(
  trx: Db,
  { code, texts, before }: TypedProduct,
  author: MasterAuthor,
): Promise<'kept' | 'taken' | 'gone'> {
  await lockMaster(trx)
  const rows = await rowsOf(trx, before ? [code, before.code] : [code])
  const row = rows.find(one => one.code === before?.code)
  if (before && !row) return 'gone'
  if (rows.some(one => one !== row)) return 'taken'
  const changed = Object.entries(texts).filter(([column, text]) => text !== (before?.texts[column] ?? ''))
  const fields: ProductFields = {
    ...(row && JSON.parse(row.fields)),
    ...Object.fromEntries(changed.map(([column, text]) => [column, { text, by: 'typed' }])),
  }
  const kept = Object.fromEntries(Object.entries(fields).filter(([, { text }]) => text !== ''))
  if (row && row.code !== code) {
    await trx.deleteFrom('product_master').where('code', '=', row.code).execute()
    await trx.updateTable('product_master').set({ parent: code }).where('parent', '=', row.code).execute()
  }
  await upsertRows(trx, [rowOf(code, row?.parent ?? null, kept, author)])
  return 'kept'
}

/** Deletes codes. A product that is registered again comes back. */
export async function deleteProducts(trx: Db, codes: readonly string[]): Promise<void> {
  await lockMaster(trx)
  await trx.deleteFrom('product_master').where('code', 'in', codes).execute()
}

/** All known codes; undefined if there are more than `most`. */
export async function listCodes(kysely: Db, most: number): Promise<string[] | undefined> {
  const rows = await kysely
    .selectFrom('product_master')
    .select('code')
    .limit(most + 1)
    .execute()
  return rows.length > most ? undefined : rows.map(({ code }) => code)
}

/** Serialises writers of the product master, so that none overwrites what another has just written. */
async function lockMaster(trx: Db): Promise<void> {
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
  name: (fields[NAME_COLUMN]?.text ?? '').toLowerCase(),
  fields: JSON.stringify(fields),
  source,
  updated_at: now.toISOString(),
  updated_by: operatorId,
})

async function upsertRows(trx: Db, rows: readonly Selectable<FillTables['product_master']>[]): Promise<void> {
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

/** Merges entries with the same code; later texts win. */
function mergeRepeated(entries: readonly MasterEntry[]): MasterEntry[] {
  const all = new Map<string, MasterEntry>()
  for (const entry of entries) {
    const known = all.get(entry.code)
    all.set(entry.code, known ? { ...known, ...entry, texts: { ...known.texts, ...entry.texts } } : entry)
  }
  return [...all.values()]
}

const rowsOf = (db: Db, codes: readonly string[]) =>
  db.selectFrom('product_master').selectAll().where('code', 'in', codes).execute()

/** Both databases lower-case ASCII letters alike. */
const lowerAscii = (code: string) => code.replaceAll(/[A-Z]+/g, letters => letters.toLowerCase())

/**
 * Texts of codes (at most a thousand) that the master spells in another case, with that spelling. Codes with
 * several spellings are left out as ambiguous.
 * @param codes that the master does not have exactly
 */
export async function findProductsIgnoringCase(
  database: Pick<Database, 'kysely' | 'dialect'>,
  codes: readonly string[],
): Promise<Record<string, readonly [master: string, texts: Record<string, string>]>> {
  if (codes.length === 0) return {}
  const folded = sql<string>`lower(code)`
  const rows = await database.kysely
    .selectFrom('product_master')
    .select(['code', folded.as('folded')])
    .where(folded, 'in', inTexts(database.dialect, [...new Set(codes.map(lowerAscii))]))
    .execute()
  const spelled = new Map<string, string | undefined>()
  for (const { code, folded } of rows) spelled.set(folded, spelled.has(folded) ? undefined : code)
  const masters = codes.flatMap(code => {
    const master = spelled.get(lowerAscii(code))
    return master === undefined ? [] : [[code, master] as const]
  })
  const products = await findProducts(database, [...new Set(masters.map(([, master]) => master))])
  return Object.fromEntries(masters.map(([code, master]) => [code, [master, products[master] ?? {}]]))
}

/** Texts of codes (at most a thousand) by code; an option inherits missing texts from its product. */
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
    rows.map(row => [row.code, { ...(row.above ? fieldTexts(row.above) : {}), ...fieldTexts(row.fields) }]),
  )
}

/** The product of each of these codes (at most a thousand) that is an option. */
export async function findParents(
  { kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>,
  codes: readonly string[],
): Promise<Record<string, string>> {
  const rows = await kysely
    .selectFrom('product_master')
    .select(['code', 'parent'])
    .where('code', 'in', inTexts(dialect, codes))
    .execute()
  return Object.fromEntries(rows.flatMap(({ code, parent }) => (parent === null ? [] : [[code, parent]])))
}

/** Texts of a code by column id of an item, with their origins. */
export type ProductFields = Readonly<Record<string, { readonly text: string; readonly by: MasterSource }>>

/** Merges texts into fields. Empty texts are ignored, and typed ones are kept. */
function mergeFields(
  before: ProductFields,
  texts: Readonly<Record<string, string>>,
  by: MasterSource,
): ProductFields {
  const given = Object.entries(texts).flatMap(([column, text]) => {
    const known = before[column]
    const isKept = known && (known.text === text || (known.by === 'typed' && by !== 'typed'))
    return text.trim() === '' || isKept ? [] : [[column, { text, by }] as const]
  })
  return { ...before, ...Object.fromEntries(given) }
}

/** Fields with a name. A name that was not typed is replaced by those of files and registrations. */
const withName = (fields: ProductFields, name = ''): ProductFields =>
  name === '' || fields[NAME_COLUMN] ? fields : { ...fields, [NAME_COLUMN]: { text: name, by: 'uploaded' } }

const fieldTexts = (fields: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(JSON.parse(fields) as ProductFields).map(([column, { text }]) => [column, text]),
  )
