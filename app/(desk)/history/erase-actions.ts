'use server'
import { revalidatePath } from 'next/cache'
import { action } from '@/lib/auth/guard'
import { eraseDraft, eraseOrder } from '@/lib/desk/history/orders'
import type { Result } from '@/lib/desk-api/result'
import { eraseDraftSchema, eraseOrderSchema } from '@/lib/desk-api/runs/history'

function refreshed<T>(result: Result<T>): Result<T> {
  revalidatePath('/', 'layout')
  return result
}

/** Erases the personal data of an order, wherever Lading stores it. */
export const eraseOrderNow = action(
  { role: 'administrator', input: eraseOrderSchema },
  async ({ orderId }, { id }) => refreshed(await eraseOrder(orderId, id)),
)

/** Erases the personal data of a draft and of everything that was checked or registered of it. */
export const eraseDraftNow = action(
  { role: 'administrator', input: eraseDraftSchema },
  async ({ draftId }, { id }) => refreshed(await eraseDraft(draftId, id)),
)
