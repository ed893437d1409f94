import 'server-only'
import type * as z from 'zod'
import type { findHoldersSchema, reportHeldElsewhereSchema } from '@/lib/desk-api/held-elsewhere'
import type { Holder, HolderState } from '@/lib/sheet/judge/other-drafts'
import { database } from '@/lib/store/db/database'
import {
  findHeldElsewhere,
  findLinkedDrafts,
  type HeldElsewhere,
  replaceHeldElsewhere,
} from '@/lib/store/ledger/held-elsewhere'
import { resolveContext } from './draft-context'

const states: Readonly<Record<HeldElsewhere['state'], HolderState>> = {
  QUEUED: 'queued',
  PREPARED: 'queued',
  SENDING: 'sending',
  UNKNOWN: 'unknown',
  REGISTERED: 'registered',
  ABANDONED: 'given_up',
}

/** Which numbers of a draft are held by orders of other drafts, and the pages of those orders. */
export async function findHolders(request: z.output<typeof findHoldersSchema>): Promise<Holder[]> {
  const { kysely } = await database()
  const held = await findHeldElsewhere(kysely, await resolveContext(kysely, request), request.numbers)
  const drafts = await findLinkedDrafts(
    kysely,
    held.map(({ draftId }) => draftId),
  )
  return held.map(({ number, state, orderId, ledgerOrderId, draftId }) => {
    const draft = drafts.get(draftId)
    return {
      number,
      state: states[state],
      ...(orderId !== null && { orderId }),
      ...(draft
        ? { path: `/${draft.sheet}/${draft.id}`, draft: draft.name }
        : { path: `/history/orders/${ledgerOrderId}` }),
    }
  })
}

/** Stores all numbers of a draft that its sheet found to be held elsewhere: lists of drafts count them. */
export async function reportHeldElsewhere(
  request: z.output<typeof reportHeldElsewhereSchema>,
): Promise<void> {
  const { kysely, write } = await database()
  const context = await resolveContext(kysely, request)
  await write(trx => replaceHeldElsewhere(trx, context, request.numbers))
}
