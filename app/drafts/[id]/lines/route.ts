import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { draftLines } from '@/lib/desk/drafts/editing/changes'
import { byteStream } from '@/lib/server/byte-stream'

/** The lines of a draft: `{revision, errors, lines: [{id, rank, texts}]}`. */
export const GET = route<{ id: string }>(
  {},
  async (_request, { params }) =>
    new Response(byteStream(await draftLines(params.id)), {
      headers: { 'content-type': 'application/json' },
    }),
)

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
