import { readBytes } from '@/app/body'
import { respond } from '@/app/drafts/[id]/sources/respond'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { malformedSource, saveSourcePart } from '@/lib/desk/drafts/source-files'

/** A part of a file's bytes, gzipped. The last part completes the file. */
export const PUT = route<{ id: string; source: string; part: string }>(
  { role: 'editor' },
  async (request, { params }) => {
    const bytes = await readBytes(request)
    const part = Number(params.part)
    if (!bytes || !Number.isInteger(part)) return respond(malformedSource())
    return respond(await saveSourcePart({ draftId: params.id, sourceId: params.source, part }, bytes))
  },
)

export const { GET, POST, PATCH, DELETE, OPTIONS } = refusedMethods('PUT, OPTIONS')
