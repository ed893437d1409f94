import { readJson } from '@/app/body'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { malformedResponse, route } from '@/lib/auth/route'
import { reportCancelled } from '@/lib/desk/shop-cancellations'
import { reportCancelledSchema } from '@/lib/desk-api/runs/shop-cancellations'

/** Reports the orders that a file of the shop marks as cancelled: queued ones are not sent. */
export const POST = route<{ id: string }>({ role: 'editor' }, async (request, { params, operator }) => {
  const body = await readJson(request)
  const input = reportCancelledSchema.safeParse(
    typeof body === 'object' ? { ...body, draftId: params.id } : undefined,
  )
  if (!input.success) return malformedResponse()
  return Response.json(await reportCancelled(input.data, operator.id))
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('POST, OPTIONS')
