import 'server-only'
import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import { syncProductMaster } from '@/lib/desk/master/product-master'
import { ledgerTime } from '@/lib/ledger/ledger'
import {
  type ItemFacts,
  type ItemHistory,
  itemFacts,
  itemHistories,
} from '@/lib/sheet/judge/plausibility/item-facts'
import { type Database, database } from '@/lib/store/db/database'
import { listNewestPayloads } from '@/lib/store/ledger/orders/registered-payloads'
import { findParents, findProducts, findProductsIgnoringCase } from '@/lib/store/master/product-master'
import { isStorable } from '@/lib/store/stored-values'

/** Registered orders with usual weights and prices; newer ones are more reliable. */
const MAX_ORDERS = 2000
/** Orders that are read at once. */
const CHUNK_SIZE = 200
/** How long facts that were read from the ledger are used, in milliseconds. */
const MAX_AGE_MS = 5 * 60_000

/**
 * What the product master and the newest registered orders say of items, by their codes; unknown codes are left out.
 */
export async function findItemFacts(codes: readonly string[]): Promise<Record<string, ItemFacts>> {
  const opened = await database()
  await syncProductMaster(opened, await ledgerTime())
  return readItemFacts(opened, codes, await historiesOf(opened))
}

/** The facts about some codes (at most a thousand), from the product master and from what registered orders say. */
export async function readItemFacts(
  opened: Pick<Database, 'kysely' | 'dialect'>,
  codes: readonly string[],
  histories: ReadonlyMap<string, ItemHistory>,
): Promise<Record<string, ItemFacts>> {
  const storable = codes.filter(isStorable)
  const products = await findProducts(opened, storable)
  const others = storable.filter(code => !Object.hasOwn(products, code))
  const alike = new Map(Object.entries(await findProductsIgnoringCase(opened, others)))
  const spellings = [...Object.keys(products), ...[...alike.values()].map(([code]) => code)]
  const parents = new Map(Object.entries(await findParents(opened, spellings)))
  const facts = storable.map(code => {
    const [spelled, texts] = alike.get(code) ?? [code, products[code] ?? {}]
    return [code, itemFacts(texts, parents.get(spelled) ?? spelled, histories.get(code))] as const
  })
  return Object.fromEntries(facts.filter(([, known]) => Object.keys(known).length > 0))
}

interface Read {
  readonly at: number
  readonly histories: Promise<ReadonlyMap<string, ItemHistory>>
}

let read: Read | undefined

/** What registered orders say of items. They are read again after some minutes, not for each sheet that is opened. */
function historiesOf(opened: Database): Promise<ReadonlyMap<string, ItemHistory>> {
  const now = Date.now()
  if (!read || now - read.at > MAX_AGE_MS) {
    const histories = readHistories(opened)
    read = { at: now, histories }
    histories.catch(() => {
      read = undefined
    })
  }
  return read.histories
}

/** Reads what the newest registered orders say of items. */
export async function readHistories({
  longReads,
}: Pick<Database, 'longReads'>): Promise<ReadonlyMap<string, ItemHistory>> {
  const items: z.output<typeof itemSchema>[] = []
  let before: string | undefined
  for (let count = 0; count < MAX_ORDERS; count += CHUNK_SIZE) {
    const orders = await listNewestPayloads(longReads, CHUNK_SIZE, before)
    for (const { payload } of orders) items.push(...itemsOf(payload))
    before = orders.at(-1)?.id
    if (orders.length < CHUNK_SIZE) break
    await setImmediate()
  }
  return itemHistories(items)
}

const itemSchema = z
  .object({ itemCode: z.string(), quantity: z.number(), price: z.number(), actualWeight: z.number() })
  .transform(({ itemCode, quantity, price, actualWeight }) => ({
    code: itemCode.trim(),
    quantity,
    price,
    weight: actualWeight,
  }))

const orderSchema = z.object({ items: z.array(z.unknown()) })

/** The items of an order that have a code and all numbers. */
function itemsOf(payload: string): z.output<typeof itemSchema>[] {
  const order = orderSchema.safeParse(JSON.parse(payload))
  if (!order.success) return []
  return order.data.items.flatMap(item => {
    const known = itemSchema.safeParse(item)
    return known.success && known.data.code !== '' ? [known.data] : []
  })
}
