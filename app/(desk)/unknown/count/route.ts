import { route } from '@/lib/auth/route'
import { countAlarms } from '@/lib/store/alarms'
import { database } from '@/lib/store/database'
import { countUnknown } from '@/lib/store/unknown'

/** How much waits in the inbox, alarms among it: `{count}`. */
export const GET = route({}, async () => {
  const { kysely } = await database()
  return Response.json({ count: (await countUnknown(kysely)) + (await countAlarms(kysely)) })
})
