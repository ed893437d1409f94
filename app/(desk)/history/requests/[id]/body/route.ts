import { unpacked } from '@/app/(desk)/history/answer'
import { attachment, nothingThere } from '@/app/(desk)/history/attachment'
import { route } from '@/lib/auth/route'
import { findAttempt } from '@/lib/store/attempts'
import { database } from '@/lib/store/database'

/** The body of a request as it was sent, byte for byte. Credentials travel in its headers, which are not kept. */
export const GET = route<{ id: string }>({ role: 'editor' }, async (_, { params: { id } }) => {
  const request = await findAttempt((await database()).kysely, id)
  if (!request?.body_gz) return nothingThere()
  return attachment(unpacked(request.body_gz), `request ${id}.json`, 'application/json')
})
