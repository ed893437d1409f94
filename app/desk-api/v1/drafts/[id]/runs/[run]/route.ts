import { programResponse } from '@/app/desk-api/program-response'
import { programRoute } from '@/lib/auth/program-route'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { readRun } from '@/lib/desk/automation/register'

export const dynamic = 'force-dynamic'

/** How far a check or a registration is. */
export const GET = programRoute<{ id: string; run: string }>('intake', async (_, { params: { id, run } }) =>
  programResponse(await readRun(id, run)),
)

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
