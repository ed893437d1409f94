import { readJson } from '@/app/body'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { announceSource, listSourceFiles, malformedSource } from '@/lib/desk/drafts/source-files'
import { sourceFileSchema } from '@/lib/desk-api/drafts/source-files'
import { respond } from './respond'

/** The files that a draft was imported from, and how they were read: `{sources: […]}`. */
export const GET = route<{ id: string }>({ role: 'editor' }, async (_request, { params }) =>
  Response.json({ sources: await listSourceFiles(params.id) }),
)

/** Announces a file, or another reading of it. Responds with the stored parts: `{there: number[]}`. */
export const POST = route<{ id: string }>({ role: 'editor' }, async (request, { operator, params }) => {
  const file = sourceFileSchema.safeParse(await readJson(request))
  return respond(file.success ? await announceSource(params.id, file.data, operator.id) : malformedSource())
})

export const { PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, POST, OPTIONS')
