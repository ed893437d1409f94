import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { draftOutcomes } from '@/lib/desk/runs/outcomes'

/** The outcomes of a draft on a connection, `?connection=…&since=…` (ISO 8601; empty: all): `DraftOutcomes`. */
export const GET = route<{ id: string }>({}, async (request, { params }) => {
  const query = new URL(request.url).searchParams
  return Response.json(
    await draftOutcomes(params.id, query.get('connection') ?? '', query.get('since') ?? ''),
  )
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
