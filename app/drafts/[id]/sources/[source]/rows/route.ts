import { readBytes } from '@/app/body'
import { respond } from '@/app/drafts/[id]/sources/respond'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { malformedSource, readSourceRows, saveSourceRows } from '@/lib/desk/drafts/source-files'
import { rowsInAddressSchema, rowsWantedSchema } from '@/lib/desk-api/drafts/source-files'

const queryOf = (request: Request) => Object.fromEntries(new URL(request.url).searchParams)

/** Some rows of a file, `?reading=&table=0&numbers=2,3,17`: `{rows: [number, texts][]}`, as far as they are stored. */
export const GET = route<{ id: string; source: string }>({ role: 'editor' }, async (request, { params }) => {
  const wanted = rowsWantedSchema.safeParse(queryOf(request))
  const file = { draftId: params.id, sourceId: params.source }
  const rows = wanted.success ? await readSourceRows(file, wanted.data) : undefined
  return rows ? Response.json({ rows }) : respond(malformedSource())
})

/** Rows of a table of a file, `?reading=&table=0&first=2&last=1001`: gzipped JSON of `[number, texts][]`. */
export const PUT = route<{ id: string; source: string }>({ role: 'editor' }, async (request, { params }) => {
  const place = rowsInAddressSchema.safeParse(queryOf(request))
  const rows = await readBytes(request)
  if (!place.success || !rows || place.data.last < place.data.first) return respond(malformedSource())
  return respond(await saveSourceRows({ draftId: params.id, sourceId: params.source }, place.data, rows))
})

export const { POST, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, PUT, OPTIONS')
