import 'server-only'
import type * as z from 'zod'
import { type DraftContext, resolveContext } from '@/lib/desk/drafts/draft-context'
import type { findDuplicatesSchema } from '@/lib/desk-api/drafts/duplicates'
import { logFault } from '@/lib/log/log'
import type { DuplicateElsewhere } from '@/lib/sheet/judge/warnings/duplicates'
import { type Database, type Db, database } from '@/lib/store/db/database'
import { listPassedNumbers } from '@/lib/store/ledger/checks/verdicts'
import { findHeldElsewhere, findLinkedDrafts } from '@/lib/store/ledger/orders/held-elsewhere'
import {
  dropOldParcelKeys,
  findParcels,
  type OrderParcel,
  saveParcelKeys,
} from '@/lib/store/ledger/orders/parcel-keys'
import { type Keyring, keyring } from '@/lib/store/secrets/keyring'
import { iso } from '@/lib/store/stored-values'
import { DAY_MS } from '@/lib/time-units'
import { holderStates } from './held-elsewhere'

/** How long an order may be a duplicate of another one, in milliseconds: a buyer may order the same again later. */
const PERIOD_MS = DAY_MS

/** Orders of other drafts with the same recipients and items, in the environment of the connection. */
export async function findDuplicates(
  request: z.output<typeof findDuplicatesSchema>,
): Promise<DuplicateElsewhere[]> {
  const { kysely } = await database()
  const context = await resolveContext(kysely, request)
  return readDuplicates(kysely, keyring(), context, request.keys, Date.now())
}

/**
 * Orders of other drafts with these keys that were sent, or passed their check, within a day. Orders of deleted drafts
 * count once they were sent.
 * @param now milliseconds since the epoch
 */
export async function readDuplicates(
  kysely: Db,
  ring: Keyring,
  context: Pick<DraftContext, 'draftId' | 'envId' | 'scope'>,
  keys: readonly string[],
  now: number,
): Promise<DuplicateElsewhere[]> {
  const since = iso(now - PERIOD_MS)
  const parcels = await findParcels(kysely, ring, context, keys, since)
  if (parcels.length === 0) return []
  const numbers = parcels.map(({ number }) => number)
  const holders = await findHeldElsewhere(kysely, context, numbers)
  const held = new Map(holders.map(one => [one.number, one]))
  const drafts = await findLinkedDrafts(
    kysely,
    parcels.map(({ draftId }) => draftId),
  )
  const passed = await listPassedNumbers(kysely, context.envId, parcels)
  return parcels.flatMap(({ number, key, draftId }): DuplicateElsewhere[] => {
    const holder = held.get(number)
    const draft = drafts.get(draftId)
    if (holder?.draftId === draftId) {
      const state = holderStates[holder.state]
      const path = `/history/orders/${holder.ledgerOrderId}`
      return [{ key, number, state, path, ...(draft && { draft: draft.name }) }]
    }
    if (!draft || !passed.has(`${draftId} ${number}`)) return []
    return [{ key, number, state: 'checked', path: `/${draft.sheet}/${draft.id}`, draft: draft.name }]
  })
}

/**
 * Stores what identifies the recipients and items of orders that are checked or registered now, for a day. No check and
 * no registration depends on it, so an error is only logged.
 */
export async function saveParcels(
  { write }: Database,
  context: DraftContext,
  parcels: readonly OrderParcel[],
): Promise<void> {
  const now = Date.now()
  try {
    await write(trx => dropOldParcelKeys(trx, iso(now - PERIOD_MS)))
    for (let from = 0; from < parcels.length; from += CHUNK_SIZE) {
      const some = parcels.slice(from, from + CHUNK_SIZE)
      await write(trx => saveParcelKeys(trx, keyring(), context, some, iso(now)))
    }
  } catch (error) {
    logFault('what identifies the recipients of orders could not be stored', error)
  }
}

/** Orders of one transaction. */
const CHUNK_SIZE = 500
