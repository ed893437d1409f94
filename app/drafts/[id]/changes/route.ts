import * as z from 'zod'
import { route } from '@/lib/auth/route'
import { database } from '@/lib/store/database'
import { leave } from '@/lib/store/draft-sittings'
import { readNews } from './news'

/** A number that a program writes; what is none, or no integer column holds, counts as 0. */
const count = z.coerce.number().int().nonnegative().max(2_147_483_647).catch(0)

/**
 * What others did to a draft since a workbench asked last, and who they are (`DraftChanges`); asking shows them that it
 * is there. `leave` in the query: it ends.
 */
export const GET = route<{ id: string }>({}, async (request, { operator, params }) => {
  const query = new URL(request.url).searchParams
  const key = { draftId: params.id, id: (query.get('sitting') ?? '').slice(0, 100) }
  const opened = await database()
  if (query.has('leave')) {
    await opened.write(trx => leave(trx, key, operator.id, new Date()))
    return new Response(null, { status: 204 })
  }
  const since = { revision: count.parse(query.get('since')), line: query.get('line') ?? '' }
  const news = await readNews(opened, key, operator.id, since, count.parse(query.get('told')), new Date())
  // A new draft is asked for before its first save, a deleted one until its tab knows: neither is a failure.
  return Response.json(news ?? null)
})
