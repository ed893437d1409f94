import { route } from '@/lib/auth/route'
import { type Probe, probeAccessToken, probeSecretKey } from '@/lib/client/probe'
import { openDoor } from '@/lib/ledger/runner-real'
import { type CredentialTests, keepTests } from '@/lib/store/connection-changes'
import { type CredentialTest, findConnection, type SecretInfo } from '@/lib/store/connections'
import { database } from '@/lib/store/database'

/**
 * Tries both credentials of a connection and keeps what each came to. A route and no action: it takes as long as the
 * service does, and actions of a browser wait for each other.
 */
export const POST = route<{ id: string }>({ role: 'registrar' }, async (_, { params }) => {
  const opened = await database()
  const door = await openDoor(opened, params.id)
  // Read after the door was opened: opening the sandbox's renews its token.
  const connection = await findConnection(opened.kysely, params.id)
  if (!connection || !door) return Response.json(null, { status: 404 })
  const [accessToken, secretKey] = await Promise.all([
    probeAccessToken(door.target),
    probeSecretKey(door.target),
  ])
  const tests: CredentialTests = {
    accessToken: kept(accessToken, connection.accessToken),
    secretKey: kept(secretKey, connection.secretKey),
  }
  await opened.write(trx => keepTests(trx, connection, tests))
  return Response.json(tests)
})

function kept({ code, general, ...seen }: Probe, { hasSecret }: SecretInfo): CredentialTest {
  const values = { ...seen, ...(general && { general: general.code, generalStatus: general.status ?? 0 }) }
  return { code: code === 'none' && hasSecret ? 'sealed' : code, at: new Date().toISOString(), values }
}
