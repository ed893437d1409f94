import { setImmediate } from 'node:timers/promises'
import { route } from '@/lib/auth/route'
import { byteStream } from '@/lib/server/byte-stream'
import { database } from '@/lib/store/database'
import { draftPulse } from '@/lib/store/draft-saves'
import { readLines, type StoredLine } from '@/lib/store/drafts'

/** Lines that are written at once: a draft may have 100,000 of them, and others get their turn between. */
const PIECE = 500

/** The lines of a draft as JSON, and of which of its saves they are at least: `{revision, lines: [{id, rank, texts}]}`. */
export const GET = route<{ id: string }>({}, async (_request, { params }) => {
  const { kysely, longReads } = await database()
  const revision = (await draftPulse(kysely, params.id))?.revision ?? 0
  const lines = await readLines(longReads, params.id)
  const headers = { 'content-type': 'application/json' }
  return new Response(byteStream(written(revision, lines)), { headers })
})

async function* written(revision: number, lines: readonly StoredLine[]): AsyncGenerator<Buffer> {
  yield Buffer.from(`{"revision":${revision},"lines":[`)
  for (let at = 0; at < lines.length; at += PIECE) {
    const piece = JSON.stringify(lines.slice(at, at + PIECE)).slice(1, -1)
    yield Buffer.from(at === 0 ? piece : `,${piece}`)
    await setImmediate()
  }
  yield Buffer.from(']}')
}
