import { database } from '@/lib/store/database'
import { isUsable } from '@/lib/store/health'

export const dynamic = 'force-dynamic'

/** Says that the process serves, its storage can be read, and there is room in it. */
export async function GET() {
  if (await isUsable(database)) return Response.json({ status: 'ok' })
  return Response.json({ status: 'storage' }, { status: 503 })
}
