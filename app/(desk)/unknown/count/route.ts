import { route } from '@/lib/auth/route'
import { inboxCount } from '@/lib/desk/unconfirmed/alarms'

/** How much waits in the inbox, alarms among it: `{count}`. */
export const GET = route({}, async () => Response.json({ count: await inboxCount() }))
