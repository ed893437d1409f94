import { answerProgram } from '@/app/desk-api/answer'
import { programRoute } from '@/lib/auth/program-route'
import { readRun } from '@/lib/desk/intake/register'

export const dynamic = 'force-dynamic'

/** How far a check or a registration is. */
export const GET = programRoute<{ id: string; run: string }>('intake', async (_, { params: { id, run } }) =>
  answerProgram(await readRun(id, run)),
)
