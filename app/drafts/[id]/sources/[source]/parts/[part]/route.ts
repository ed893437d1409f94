import { readBytes } from '@/app/body'
import { accept, malformed, overQuota, sourceOf } from '@/app/drafts/[id]/sources/accept'
import { route } from '@/lib/auth/route'
import { endSource, keepPart } from '@/lib/store/sources'

/** A piece of a file's bytes, gzipped. With the last of them the file is kept. */
export const PUT = route<{ id: string; source: string; part: string }>(
  { role: 'editor' },
  async (request, { params }) => {
    const bytes = await readBytes(request)
    const part = Number(params.part)
    if (!bytes || !Number.isInteger(part)) return malformed()
    return accept(params.id, async trx => {
      const head = await sourceOf(trx, params.id, params.source)
      if (!head || part < 0 || part >= head.parts) return malformed()
      const exceeded = await overQuota(trx, {
        draftId: params.id,
        source: head.id,
        bytes: bytes.length,
      })
      if (exceeded) return exceeded
      await keepPart(trx, head.id, part, bytes)
      await endSource(trx, head.id, new Date().toISOString())
      return new Response(null, { status: 204 })
    })
  },
)
