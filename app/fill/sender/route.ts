import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { findLastSender } from '@/lib/desk/master/defaults'

/** The sender that was used last, `{name, contact}`; '' where none was. */
export const GET = route({}, async () => Response.json(await findLastSender()))

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
