import { route } from '@/lib/auth/route'
import { database } from '@/lib/store/database'
import { draftPulse } from '@/lib/store/draft-saves'
import { readLines } from '@/lib/store/drafts'

/** The lines of a draft as JSON, and of which of its saves they are at least: `{revision, lines: [{id, rank, texts}]}`. */
export const GET = route<{ id: string }>({}, async (_request, { params }) => {
  const { kysely } = await database()
  const revision = (await draftPulse(kysely, params.id))?.revision ?? 0
  return Response.json({ revision, lines: await readLines(kysely, params.id) })
})
