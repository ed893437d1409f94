import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { entriesOfPayload } from '@/lib/intake/master-entries'
import type { Database } from '@/lib/store/database'
import { keepProducts } from '@/lib/store/product-master'
import { noteProgress, readProgress, registeredSince } from '@/lib/store/product-progress'

/** Products that are taken over at once. */
const PIECE = 200

/**
 * Takes what was registered since the last time over into the product master, so that whoever looks there finds it.
 * It happens when the master is asked and not when a product is registered: nothing shall stand in the way of that.
 */
export async function takeOverRegistered({ kysely, write }: Database): Promise<void> {
  const now = new Date()
  const since = await readProgress(kysely)
  const first = await registeredSince(kysely, since, undefined, PIECE)
  if (first.length === 0) return
  for (let piece = first; piece.length > 0; ) {
    const entries = piece.flatMap(({ payload }) => entriesOfPayload(payload))
    await write(trx => keepProducts(trx, entries, { source: 'registered', operatorId: null, now }))
    await setImmediate()
    piece = piece.length < PIECE ? [] : await registeredSince(kysely, since, piece.at(-1), PIECE)
  }
  await write(trx => noteProgress(trx, now))
}
