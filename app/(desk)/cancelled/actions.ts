'use server'
import { refreshPages } from '@/app/(desk)/refresh-pages'
import { action } from '@/lib/auth/guard'
import { resolveCancellation } from '@/lib/desk/shop-cancellations'
import { resolveCancellationSchema } from '@/lib/desk-api/runs/shop-cancellations'

/** Records what became of an order that the shop cancelled. */
export const resolveCancelled = action(
  { role: 'registrar', input: resolveCancellationSchema },
  (input, { id }) => refreshPages(resolveCancellation(input, id)),
)
