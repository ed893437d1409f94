import 'server-only'
import { setImmediate } from 'node:timers/promises'
import type * as z from 'zod'
import { columnOf, fieldNames, type ProductPage, type productSchema } from '@/lib/desk-api/product-master'
import { ok, type Result } from '@/lib/desk-api/result'
import { splitOrders } from '@/lib/import/lines/fill/plan-fill'
import { entriesOfLines, entriesOfPayload } from '@/lib/import/lines/fill/product-master'
import { sheets } from '@/lib/sheet/schema/sheets'
import { type Database, database } from '@/lib/store/db/database'
import { findDraft, readLines } from '@/lib/store/drafts/drafts'
import { countProducts, listProducts, type ProductSorting } from '@/lib/store/master/product-list'
import {
  deleteProducts,
  findProducts,
  findProductsIgnoringCase,
  listCodes,
  saveProducts,
  saveTypedProduct,
} from '@/lib/store/master/product-master'
import { listRegisteredSince, readSyncProgress, saveSyncProgress } from '@/lib/store/master/sync-progress'

/** Codes above which a file's worker asks for those that it needs, instead of reading all of them. */
const MAX_LISTED_CODES = 20_000
/** Products that are synchronised in one transaction. */
const CHUNK_SIZE = 200

/** One page of the codes whose code or name contains `text`. */
export async function listMasterProducts(
  text: string,
  { size, page, sorting }: { readonly size: number; readonly page: number; readonly sorting: ProductSorting },
): Promise<ProductPage> {
  const opened = await database()
  await syncProductMaster(opened)
  return {
    count: await countProducts(opened.longReads, text),
    products: await listProducts(opened.longReads, text, size, (page - 1) * size, sorting),
  }
}

/** All codes of the product master; null where there are many. */
export async function listMasterCodes(): Promise<readonly string[] | null> {
  const opened = await database()
  await syncProductMaster(opened)
  return (await listCodes(opened.kysely, MAX_LISTED_CODES)) ?? null
}

/** What the product master knows of some codes, and codes that differ only in the case of letters. */
export async function findMasterProducts(codes: readonly string[]) {
  const opened = await database()
  await syncProductMaster(opened)
  // What no database can store is no code of the master.
  const storable = codes.filter(code => code.isWellFormed() && !code.includes('\u0000'))
  const products = await findProducts(opened, storable)
  const others = storable.filter(code => !Object.hasOwn(products, code))
  return { products, alike: await findProductsIgnoringCase(opened, others) }
}

/** Stores what somebody typed about a code; no registration and no file replaces it. */
export async function saveProduct(
  input: z.output<typeof productSchema>,
  operatorId: string,
): Promise<Result<null>> {
  const { accept } = await database()
  const texts = Object.fromEntries(fieldNames.map(name => [columnOf(name), input[name]]))
  const author = { source: 'typed', operatorId, now: new Date() } as const
  await accept(trx => saveTypedProduct(trx, { code: input.code, texts }, author))
  return ok(null)
}

export async function deleteProduct(code: string): Promise<Result<null>> {
  const { write } = await database()
  await write(trx => deleteProducts(trx, [code]))
  return ok(null)
}

/** Takes the products of a stored draft into the master. @returns how many changed; undefined: there is no such draft */
export async function addDraftToMaster(draftId: string, operatorId: string): Promise<number | undefined> {
  const { kysely, longReads, accept } = await database()
  const draft = await findDraft(kysely, draftId)
  if (draft?.sheet !== 'products') return undefined
  const lines = await readLines(longReads, draft.id)
  const entries = [...splitOrders(lines, sheets.products)].flatMap(entriesOfLines)
  const author = { source: 'uploaded', operatorId, now: new Date() } as const
  return accept(trx => saveProducts(trx, entries, author))
}

/**
 * Adds what was registered since the last time to the product master. It happens when the master is read and not when a
 * product is registered, so that nothing can disturb a registration.
 */
export async function syncProductMaster({ kysely, write }: Database): Promise<void> {
  const now = new Date()
  const since = await readSyncProgress(kysely)
  const first = await listRegisteredSince(kysely, since, undefined, CHUNK_SIZE)
  if (first.length === 0) return
  for (let piece = first; piece.length > 0; ) {
    const entries = piece.flatMap(({ payload }) => entriesOfPayload(payload))
    await write(trx => saveProducts(trx, entries, { source: 'registered', operatorId: null, now }))
    await setImmediate()
    piece =
      piece.length < CHUNK_SIZE ? [] : await listRegisteredSince(kysely, since, piece.at(-1), CHUNK_SIZE)
  }
  await write(trx => saveSyncProgress(trx, now))
}
