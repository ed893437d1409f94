import { route } from '@/lib/auth/route'
import { database } from '@/lib/store/database'
import { countUnknown } from '@/lib/store/unknown'

/** How much is unknown: `{count}`. */
export const GET = route({}, async () => {
  return Response.json({ count: await countUnknown((await database()).kysely) })
})
