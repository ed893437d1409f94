import { refusedMethods } from '@/lib/auth/refused-methods'
import { checkStorage } from '@/lib/desk/health'

export const dynamic = 'force-dynamic'

/** Reports that the process responds, its storage can be read, and there is disk space; or why that is not so. */
export async function GET() {
  const reason = await checkStorage()
  if (reason === 'ok') return Response.json({ status: 'ok' })
  return Response.json({ status: 'storage', reason }, { status: 503 })
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
