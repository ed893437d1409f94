import { attachment, nothingThere } from '@/app/(desk)/history/attachment'
import { route } from '@/lib/auth/route'
import { findAttempt } from '@/lib/store/attempts'
import { database } from '@/lib/store/database'

/** An answer as it came, byte for byte. It is handed over as plain bytes: no browser runs or draws it. */
export const GET = route<{ id: string }>({ role: 'editor' }, async (_, { params: { id } }) => {
  const request = await findAttempt((await database()).kysely, id)
  if (!request?.resp_body) return nothingThere()
  return attachment(request.resp_body, `answer ${id}.txt`, 'application/octet-stream')
})
