'use server'
import { refreshPages } from '@/app/(desk)/refresh-pages'
import { action } from '@/lib/auth/guard'
import { eraseDraft, eraseOrder } from '@/lib/desk/history/orders'
import { eraseDraftSchema, eraseOrderSchema } from '@/lib/desk-api/runs/history'

/** Erases the personal data of an order, wherever Lading stores it. */
export const eraseOrderNow = action(
  { role: 'administrator', input: eraseOrderSchema },
  async ({ orderId }, { id }) => refreshPages(eraseOrder(orderId, id)),
)

/** Erases the personal data of a draft, and of its orders that were checked or registered. */
export const eraseDraftNow = action(
  { role: 'administrator', input: eraseDraftSchema },
  async ({ draftId }, { id }) => refreshPages(eraseDraft(draftId, id)),
)
