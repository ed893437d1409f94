import 'server-only'
import { setImmediate } from 'node:timers/promises'
import type * as z from 'zod'
import { masterTexts, type ProductPage, type saveProductSchema } from '@/lib/desk-api/master/product-master'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import { splitOrders } from '@/lib/import/lines/fill/plan-fill'
import { entriesOfLines, entriesOfPayload } from '@/lib/import/lines/fill/product-master'
import { ledgerTime } from '@/lib/ledger/ledger'
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
import { isStorable } from '@/lib/store/stored-values'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('fill.master')

/** Above this number of codes, the worker of a file requests only the codes that it needs. */
const MAX_LISTED_CODES = 20_000
/** Products that are synchronised in one transaction. */
const CHUNK_SIZE = 200

/** One page of the codes whose code or name contains `text`. */
export async function listMasterProducts(
  text: string,
  { size, page, sorting }: { readonly size: number; readonly page: number; readonly sorting: ProductSorting },
): Promise<ProductPage> {
  const opened = await database()
  await syncProductMaster(opened, await ledgerTime())
  return {
    count: await countProducts(opened.longReads, text),
    products: await listProducts(opened.longReads, text, size, (page - 1) * size, sorting),
  }
}

/** All codes of the product master; null if there are many. */
export async function listMasterCodes(): Promise<readonly string[] | null> {
  const opened = await database()
  await syncProductMaster(opened, await ledgerTime())
  return (await listCodes(opened.kysely, MAX_LISTED_CODES)) ?? null
}

/** Texts of the product master for some codes, and codes that differ only in case. */
export async function findMasterProducts(codes: readonly string[]) {
  const opened = await database()
  await syncProductMaster(opened, await ledgerTime())
  // A code that databases cannot store is not in the master.
  const storable = codes.filter(isStorable)
  const products = await findProducts(opened, storable)
  const others = storable.filter(code => !Object.hasOwn(products, code))
  return { products, alike: await findProductsIgnoringCase(opened, others) }
}

/** Stores typed texts of a code, which registrations and files do not replace. @throws StorageFullError */
export async function saveProduct(
  { before, ...input }: z.output<typeof saveProductSchema>,
  operatorId: string,
): Promise<Result<null>> {
  const { accept } = await database()
  const author = { source: 'typed', operatorId, now: new Date() } as const
  const product = {
    code: input.code,
    texts: masterTexts(input),
    before: before && { code: before.code, texts: masterTexts(before) },
  }
  const outcome = await accept(trx => saveTypedProduct(trx, product, author))
  if (outcome === 'taken') return fail('input', t('taken'), [{ name: 'code', message: t('taken') }])
  return outcome === 'kept' ? ok(null) : fail(outcome, t(outcome))
}

/** Succeeds as well if the product was deleted before. */
export async function deleteProduct(code: string): Promise<Result<null>> {
  const { write } = await database()
  await write(trx => deleteProducts(trx, [code]))
  return ok(null)
}

/**
 * Adds the products of a stored draft to the master.
 * @returns how many changed; undefined: the draft does not exist
 * @throws StorageFullError
 */
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
 * Adds newly registered products to the product master. This happens when the master is read, not when a product is
 * registered, so that it cannot disturb a registration.
 * @param ledgerMs the clock of the ledger, in milliseconds since the epoch: it stamps when a product was registered
 */
export async function syncProductMaster({ kysely, write }: Database, ledgerMs: number): Promise<void> {
  const now = new Date(ledgerMs)
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
