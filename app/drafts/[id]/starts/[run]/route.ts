import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { startStatus } from '@/lib/desk/runs/runs'

/** The progress of a start of Check or Register, and the run that it started: `StartStatus`. */
export const GET = route<{ id: string; run: string }>({}, async (_request, { params }) => {
  const status = await startStatus(params.id, params.run)
  return Response.json(status ?? null, { status: status ? 200 : 404 })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
