import { route } from '@/lib/auth/route'
import { database } from '@/lib/store/database'
import { readLines } from '@/lib/store/drafts'

/** The lines of a draft as JSON: `{lines: [{id, rank, texts}]}`. */
export const GET = route<{ id: string }>({}, async (_request, { params }) => {
  return Response.json({ lines: await readLines((await database()).kysely, params.id) })
})
