import { readJson } from '@/app/body'
import { route } from '@/lib/auth/route'
import { database } from '@/lib/store/database'
import { findSource, listSources, openSource, partsOf, type SourceTable, tablesOf } from '@/lib/store/sources'
import { accept, erased, malformed, overQuota } from './accept'
import { sourceSchema } from './schema'

/** The files that a draft came from, and how they were understood: `{sources: […]}`. */
export const GET = route<{ id: string }>({ role: 'editor' }, async (_request, { params }) => {
  const { kysely } = await database()
  const heads = await listSources(kysely, params.id)
  const tables = await tablesOf(
    kysely,
    heads.map(({ id }) => id),
  )
  const sources = heads.map(({ draft_id: _, created_by: __, ...said }) => ({
    ...said,
    tables: tables.filter(({ source_id }) => source_id === said.id).map(told),
  }))
  return Response.json({ sources })
})

/** Announces a file, or that it was read another way. Answers which of its parts are there: `{there: number[]}`. */
export const POST = route<{ id: string }>({ role: 'editor' }, async (request, { operator, params }) => {
  const body = sourceSchema.safeParse(await readJson(request))
  if (!body.success) return malformed()
  const { table, ...file } = body.data
  return accept(params.id, async trx => {
    const known = await findSource(trx, file.id)
    if (known && known.draft_id !== params.id) return malformed()
    if (known && known.erased_at !== null) return erased()
    // Packed it takes less as a rule; it is refused before its bytes travel.
    const exceeded =
      !known && (await overQuota(trx, { draftId: params.id, source: file.id, bytes: file.size }))
    if (exceeded) return exceeded
    const head = {
      ...file,
      draft_id: params.id,
      created_by: operator.id,
      created_at: new Date().toISOString(),
      kept_at: null,
      erased_at: null,
    }
    await openSource(trx, head, {
      source_id: file.id,
      reading: table.reading,
      position: table.position,
      encoding: table.encoding,
      delimiter: table.delimiter,
      name: table.name,
      header: table.header,
      headings: JSON.stringify(table.headings),
      recipe: JSON.stringify(table.recipe),
      fed: JSON.stringify(table.fed),
    })
    return Response.json({ there: await partsOf(trx, file.id) })
  })
})

const told = ({ source_id: _, headings, recipe, fed, ...said }: SourceTable) => ({
  ...said,
  headings: JSON.parse(headings),
  recipe: JSON.parse(recipe),
  fed: JSON.parse(fed),
})
