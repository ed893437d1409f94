import 'server-only'
import { environmentOf } from '@/app/(desk)/[...sheet]/environment'
import { operations } from '@/lib/contract/operations'
import type { Holder, HolderState } from '@/lib/sheet/elsewhere'
import { type SheetId, sheets } from '@/lib/sheet/sheets'
import type { Handle } from '@/lib/store/database'
import {
  findHeldElsewhere,
  findLinkedDrafts,
  type HeldElsewhere,
  type NumberPlace,
} from '@/lib/store/held-elsewhere'

const states: Readonly<Record<HeldElsewhere['state'], HolderState>> = {
  QUEUED: 'queued',
  PREPARED: 'queued',
  SENDING: 'sending',
  UNKNOWN: 'unknown',
  REGISTERED: 'registered',
  ABANDONED: 'given_up',
}

/** Where the numbers of a draft are held when it is sent through a connection. */
export async function numberPlace(
  handle: Handle,
  draftId: string,
  sheetId: SheetId,
  connectionId: string,
): Promise<NumberPlace> {
  const { scope } = operations[sheets[sheetId].register]
  return { draftId, envId: await environmentOf(handle, connectionId), scope }
}

/** Which of these numbers orders of other drafts hold, and where an operator finds those. */
export async function findHolders(
  handle: Handle,
  place: NumberPlace,
  numbers: readonly string[],
): Promise<Holder[]> {
  const held = await findHeldElsewhere(handle, place, numbers)
  const drafts = await findLinkedDrafts(
    handle,
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
