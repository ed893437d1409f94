import { refusedMethods } from '@/lib/auth/refused-methods'
import { goneResponse, malformedResponse, route } from '@/lib/auth/route'
import { cellHistory } from '@/lib/desk/drafts/editing/cell-history'
import { cellHistoryQuery } from '@/lib/desk-api/drafts/cell-history'

/** The texts that a cell has and had, `?line=&column=`: a `CellHistory`. */
export const GET = route<{ id: string }>({}, async (request, { operator, params }) => {
  const query = cellHistoryQuery.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!query.success) return malformedResponse()
  const history = await cellHistory(params.id, query.data, operator.id)
  return history ? Response.json(history) : goneResponse()
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
