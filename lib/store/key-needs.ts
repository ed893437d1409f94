import 'server-only'
import { logFault } from '@/lib/log/log'
import { DESK_CLIENT } from './clients'
import { secretFields } from './connection-secrets'
import type { Handle } from './database'
import type { Keyring } from './keyring'
import { kidOf } from './seal'

/** What in the database needs a key. */
export interface KeyNeed {
  readonly kid: string
  /** Names of connections with a secret that is sealed with it. */
  readonly connections: readonly string[]
  /** Names of clients of the embedded service with a secret key that is kept by it, and still good. */
  readonly clients: readonly string[]
  /** When the last access token that it signed ends; undefined: none is good any more. */
  readonly tokensEnd: string | undefined
}

/**
 * What needs which key. The Sandbox's own credentials do not count beside its connection: it is given new ones.
 * @returns one for each key that anything needs, by name
 */
export async function keyNeeds(handle: Handle, now: Date = new Date()): Promise<readonly KeyNeed[]> {
  const sealed = await sealedWith(handle)
  const issued = await handle
    .selectFrom('service_credential as credential')
    .innerJoin('service_client as client', 'client.id', 'credential.client_id')
    .select(['credential.kid', 'credential.kind', 'client.name'])
    .select(part => part.fn.max('credential.expires_at').as('ends'))
    .where('credential.revoked_at', 'is', null)
    .where('client.revoked_at', 'is', null)
    .where('client.name', '!=', DESK_CLIENT)
    .where(part => part.or([part('expires_at', 'is', null), part('expires_at', '>', now.toISOString())]))
    .groupBy(['credential.kid', 'credential.kind', 'client.name'])
    .orderBy('client.name')
    .execute()
  const kids = new Set([...sealed.keys(), ...issued.map(({ kid }) => kid)])
  return [...kids].toSorted().map(kid => {
    const mine = issued.filter(row => row.kid === kid)
    return {
      kid,
      connections: sealed.get(kid) ?? [],
      clients: mine.filter(({ kind }) => kind === 'key').map(({ name }) => name),
      tokensEnd: mine
        .flatMap(({ kind, ends }) => (kind === 'token' && ends ? [ends] : []))
        .toSorted()
        .at(-1),
    }
  })
}

/**
 * Lets a server start only when it can open what is kept: otherwise it would lose secrets one by one, as they are
 * used, and two servers of one database would lock each other out. Keys of clients that are lost with theirs are told
 * in the log: they are refused, as if they were revoked.
 * @throws Error, with a sentence for whoever starts it, that names the key that is missing
 */
export async function requireKeys(handle: Handle, ring: Keyring): Promise<void> {
  const missing = (await keyNeeds(handle)).filter(({ kid }) => !ring.kids.includes(kid))
  const sealed = missing.filter(({ connections }) => connections.length > 0)
  if (sealed.length > 0) throw new Error(sealed.map(need => missingKey(need, ring)).join('\n'))
  for (const { kid, clients } of missing) {
    if (clients.length > 0)
      logFault('secret keys of clients are refused: their key is not in the ring', undefined, {
        kid,
        clients: clients.length,
      })
  }
}

const missingKey = ({ kid, connections }: KeyNeed, ring: Keyring): string =>
  `The key “${kid}” is missing: secrets of ${connections.map(name => `“${name}”`).join(', ')} are sealed with it, ` +
  `and this server has only ${ring.kids.map(name => `“${name}”`).join(', ')}. List it in APP_KEYS behind the newest ` +
  '(a key that Lading made is in keys.json of its DATA_DIR; servers that share a database need the same keys). ' +
  `If it is lost for good: npm run rewrap-keys -- --forget ${kid}, and enter those secrets anew.`

/** Names of the connections by the key that their secrets are sealed with. */
async function sealedWith(handle: Handle): Promise<Map<string, string[]>> {
  const rows = await handle
    .selectFrom('connection')
    .select(['name', 'access_token', 'secret_key'])
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()
  const names = new Map<string, string[]>()
  for (const row of rows) {
    const kids = new Set(secretFields.map(field => kidOf(row[field] ?? '')).filter(kid => kid !== undefined))
    for (const kid of kids) names.set(kid, [...(names.get(kid) ?? []), row.name])
  }
  return names
}
