import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { testConnection } from '@/lib/desk/connections/connections'

/**
 * Tests both credentials of a connection: `CredentialTests`. A route and no action: it takes as long as the service
 * does, and a browser sends actions one after another.
 */
export const POST = route<{ id: string }>({ role: 'registrar' }, async (_request, { params }) => {
  const tests = await testConnection(params.id)
  return Response.json(tests ?? null, { status: tests ? 200 : 404 })
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('POST, OPTIONS')
