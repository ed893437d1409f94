import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { unconfirmedCount } from '@/lib/desk/unconfirmed/alarms'

/** How much waits on the page of unconfirmed registrations, alarms among it: `{count}`. */
export const GET = route({}, async () => Response.json({ count: await unconfirmedCount() }))

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
