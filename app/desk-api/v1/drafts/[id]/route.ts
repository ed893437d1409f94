import { answerProgram } from '@/app/desk-api/answer'
import { programRoute } from '@/lib/auth/program-route'
import { readDraft } from '@/lib/desk/intake/register'

export const dynamic = 'force-dynamic'

/** Counts and errors of a draft that came from a file. `?connection=`: another one than the draft's. */
export const GET = programRoute<{ id: string }>('intake', async (request, { params: { id } }) =>
  answerProgram(await readDraft(id, new URL(request.url).searchParams.get('connection') ?? undefined)),
)
