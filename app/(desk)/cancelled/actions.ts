'use server'
import { revalidatePath } from 'next/cache'
import { action } from '@/lib/auth/guard'
import { resolveCancellation } from '@/lib/desk/cancelled/shop-cancellations'
import { resolveCancellationSchema } from '@/lib/desk-api/runs/shop-cancellations'

/** Records what became of an order that the shop cancelled. All pages that list it are rendered again. */
export const resolveCancelled = action(
  { role: 'registrar', input: resolveCancellationSchema },
  async (input, { id }) => {
    const result = await resolveCancellation(input, id)
    revalidatePath('/', 'layout')
    return result
  },
)
