import 'server-only'
import type * as z from 'zod'
import { resolveContext } from '@/lib/desk/drafts/draft-context'
import type { findNumbersSchema, reportHeldElsewhereSchema } from '@/lib/desk-api/drafts/held-elsewhere'
import type { HolderState, NumbersElsewhere } from '@/lib/sheet/judge/status/other-drafts'
import { database } from '@/lib/store/db/database'
import { findCancelledNumbers } from '@/lib/store/ledger/orders/cancelled-numbers'
import {
  findHeldElsewhere,
  findLinkedDrafts,
  type HeldElsewhere,
  replaceHeldElsewhere,
} from '@/lib/store/ledger/orders/held-elsewhere'
import { requestTime } from '@/lib/words/time/request-time'

/** What screens say of the states in which an order holds its number. */
export const holderStates: Readonly<Record<HeldElsewhere['state'], HolderState>> = {
  QUEUED: 'queued',
  PREPARED: 'queued',
  SENDING: 'sending',
  UNKNOWN: 'unknown',
  REGISTERED: 'registered',
  ABANDONED: 'given_up',
}

/**
 * Which numbers of a draft are held by orders of other drafts, with the pages of those orders, and which were
 * cancelled in the shop.
 */
export async function findNumbersElsewhere(
  request: z.output<typeof findNumbersSchema>,
): Promise<NumbersElsewhere> {
  const { kysely } = await database()
  const context = await resolveContext(kysely, request)
  const held = await findHeldElsewhere(kysely, context, request.numbers)
  const drafts = await findLinkedDrafts(
    kysely,
    held.map(({ draftId }) => draftId),
  )
  const cancelled = context.scope === 'orders' ? await findCancelledNumbers(kysely, request.numbers) : []
  const holders = held.map(({ number, state, orderId, ledgerOrderId, draftId }) => {
    const draft = drafts.get(draftId)
    return {
      number,
      state: holderStates[state],
      ...(orderId !== null && { orderId }),
      ...(draft
        ? { path: `/${draft.sheet}/${draft.id}`, draft: draft.name }
        : { path: `/history/orders/${ledgerOrderId}` }),
    }
  })
  return {
    holders,
    cancelled: cancelled.map(({ mall_order_number: number, source_name: file, found_at }) => ({
      number,
      file,
      day: requestTime(found_at, 'day'),
    })),
  }
}

/** Stores all numbers of a draft that its sheet found to be held elsewhere: lists of drafts count them. */
export async function reportHeldElsewhere(
  request: z.output<typeof reportHeldElsewhereSchema>,
): Promise<void> {
  const { kysely, write } = await database()
  const context = await resolveContext(kysely, request)
  await write(trx => replaceHeldElsewhere(trx, context, request.numbers))
}
