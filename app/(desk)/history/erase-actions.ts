'use server'
import { revalidatePath } from 'next/cache'
import * as z from 'zod'
import { action } from '@/lib/auth/guard'
import { done, type Outcome, trouble } from '@/lib/auth/outcome'
import { type Erasure, eraseDraft, eraseOrder } from '@/lib/ledger/erasure'
import { database } from '@/lib/store/database'
import { words } from '@/lib/words/server'

const say = words('history.erase')

/** How many orders were erased. */
export interface ErasedCount {
  readonly orders: number
}

/** Erases personal data of an order, wherever Lading keeps it. */
export const eraseOrderNow = action(
  { role: 'administrator', input: z.object({ orderId: z.string() }) },
  async ({ orderId }, operator) =>
    told(await eraseOrder(await database(), orderId, { actor: operator.id, now: Date.now() })),
)

/** Erases personal data of a draft and of everything that was checked or registered of it. */
export const eraseDraftNow = action(
  { role: 'administrator', input: z.object({ draftId: z.string() }) },
  async ({ draftId }, operator) =>
    told(await eraseDraft(await database(), draftId, { actor: operator.id, now: Date.now() })),
)

function told(erasure: Erasure): Outcome<ErasedCount> {
  revalidatePath('/', 'layout')
  if (erasure.ok) return done({ orders: erasure.orders })
  const { why, count } = erasure.needed
  return trouble(why, say(why, { count }))
}
