import { programResponse } from '@/app/desk-api/program-response'
import { programRoute } from '@/lib/auth/program-route'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { readDraft } from '@/lib/desk/automation/register'

export const dynamic = 'force-dynamic'

/** Counts and errors of a draft that came from a file. `?connection=`: another one than the draft's. */
export const GET = programRoute<{ id: string }>('intake', async (request, { params: { id } }) =>
  programResponse(await readDraft(id, new URL(request.url).searchParams.get('connection') ?? undefined)),
)

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
