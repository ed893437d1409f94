import { readBytes } from '@/app/body'
import { accept, malformed, overQuota, sourceOf } from '@/app/drafts/[id]/sources/accept'
import { askedSchema, rowsSchema } from '@/app/drafts/[id]/sources/schema'
import { route } from '@/lib/auth/route'
import { database } from '@/lib/store/database'
import { findSource, keepRows, readRows } from '@/lib/store/sources'

const queryOf = (request: Request) => Object.fromEntries(new URL(request.url).searchParams)

/** What stands in some rows of a file, `?reading=&table=0&numbers=2,3,17`: `{rows: [number, texts][]}`, as far as it is kept. */
export const GET = route<{ id: string; source: string }>({ role: 'editor' }, async (request, { params }) => {
  const asked = askedSchema.safeParse(queryOf(request))
  if (!asked.success) return malformed()
  const { kysely } = await database()
  const head = await findSource(kysely, params.source)
  // Of a file whose bytes were erased with one order the rows of the others are there still.
  if (head?.draft_id !== params.id) return malformed()
  const { reading, table: position, numbers } = asked.data
  const rows = await readRows(kysely, { source_id: head.id, reading, position }, numbers)
  return Response.json({ rows: [...rows] })
})

/** Rows of a table of a file, `?reading=&table=0&first=2&last=1001`: gzipped JSON of `[number, texts][]`. */
export const PUT = route<{ id: string; source: string }>({ role: 'editor' }, async (request, { params }) => {
  const place = rowsSchema.safeParse(queryOf(request))
  const rows = await readBytes(request)
  if (!place.success || !rows || place.data.last < place.data.first) return malformed()
  const { reading, table: position, first, last } = place.data
  return accept(params.id, async trx => {
    const head = await sourceOf(trx, params.id, params.source)
    if (!head) return malformed()
    const exceeded = await overQuota(trx, { draftId: params.id, source: head.id, bytes: rows.length })
    if (exceeded) return exceeded
    const isKnown = await keepRows(trx, { source_id: head.id, reading, position }, { first, last, rows })
    return isKnown ? new Response(null, { status: 204 }) : malformed()
  })
})
