import { nothingThere } from '@/app/(desk)/history/attachment'
import { excerptOf } from '@/app/(desk)/history/excerpt'
import { route } from '@/lib/auth/route'
import { findAttempt } from '@/lib/store/attempts'
import { database } from '@/lib/store/database'

/** The beginning of a response, for the sheet that it is about, and what to show the shipping company. */
export const GET = route<{ id: string }>({ role: 'editor' }, async (_, { params: { id } }) => {
  const request = await findAttempt((await database()).kysely, id)
  return request ? Response.json(excerptOf(request)) : nothingThere()
})
