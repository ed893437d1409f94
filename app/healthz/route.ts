import { database } from '@/lib/store/database'
import { isReadable } from '@/lib/store/health'

export const dynamic = 'force-dynamic'

/** Says that the process serves and its storage can be read. */
export async function GET() {
  if (await isReadable(database)) return Response.json({ status: 'ok' })
  return Response.json({ status: 'storage' }, { status: 503 })
}
