import { isStorageUsable } from '@/lib/desk/health'

export const dynamic = 'force-dynamic'

/** Says that the process serves, its storage can be read, and there is room in it. */
export async function GET() {
  if (await isStorageUsable()) return Response.json({ status: 'ok' })
  return Response.json({ status: 'storage' }, { status: 503 })
}
