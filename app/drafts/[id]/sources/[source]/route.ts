import { attachment, nothingThere } from '@/app/(desk)/history/attachment'
import { sourceOf } from '@/app/drafts/[id]/sources/accept'
import { route } from '@/lib/auth/route'
import { byteStream } from '@/lib/server/byte-stream'
import { database } from '@/lib/store/database'
import { bytesOf } from '@/lib/store/sources'
import { words } from '@/lib/words/server'

/** A file as it was brought in, byte for byte. */
export const GET = route<{ id: string; source: string }>({ role: 'editor' }, async (_request, { params }) => {
  const { kysely } = await database()
  const head = await sourceOf(kysely, params.id, params.source)
  if (!head || head.kept_at === null) return nothingThere(words('intake.desk.kept')('gone'))
  return attachment(byteStream(bytesOf(kysely, head)), head.name, 'application/octet-stream')
})
