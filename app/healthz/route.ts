import { isStorageUsable } from '@/lib/desk/health'

export const dynamic = 'force-dynamic'

/** Reports that the process responds, its storage can be read, and there is disk space. */
export async function GET() {
  if (await isStorageUsable()) return Response.json({ status: 'ok' })
  return Response.json({ status: 'storage' }, { status: 503 })
}
