import 'server-only'
import { type ClientHead, toHead } from './clients'
import type { ServiceCredentialTable } from './credential-tables'
import type { Handle } from './database'
import { KEY_PREFIX } from './secret-key'

/** What is shown of a token or key. It never holds what would let anybody in. */
export interface ShownCredential {
  readonly id: string
  readonly kind: 'token' | 'key'
  /** How it begins and ends, by which whoever has it knows it again. */
  readonly begins: string
  readonly last4: string
  readonly issuedAt: string
  /** When it ends; null: when it is revoked. */
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
  readonly state: 'good' | 'over' | 'revoked'
}

/** A client as the settings show it. */
export interface ListedClient extends ClientHead {
  /** Who made it, by name; null: a command, or Lading itself. */
  readonly createdBy: string | null
  /** The newest first: good ones, and those that ended in the last 30 days. */
  readonly credentials: readonly ShownCredential[]
}

/** How long a credential that ended is still shown, in milliseconds: tokens end daily. */
const SHOWN_FOR = 30 * 24 * 60 * 60 * 1000

/** All clients: Lading itself first, then by name, those that were revoked last. */
export async function listClients(handle: Handle, now: Date = new Date()): Promise<ListedClient[]> {
  const since = new Date(now.getTime() - SHOWN_FOR).toISOString()
  const clients = await handle
    .selectFrom('service_client as client')
    .leftJoin('operator', 'operator.id', 'client.created_by')
    .selectAll('client')
    .select(['operator.name as operator_name', 'operator.email as operator_email'])
    .execute()
  const credentials = await handle
    .selectFrom('service_credential')
    .selectAll()
    .where(where => where.or([where('expires_at', 'is', null), where('expires_at', '>', since)]))
    .where(where => where.or([where('revoked_at', 'is', null), where('revoked_at', '>', since)]))
    .orderBy('issued_at', 'desc')
    .execute()
  return clients
    .map(row => ({
      ...toHead(row),
      createdBy: row.operator_name || row.operator_email,
      credentials: credentials.filter(({ client_id }) => client_id === row.id).map(one => toShown(one, now)),
    }))
    .sort(byRank)
}

/** How a token begins: `{"` of a JWT's header in base64url, as each of them does. */
const TOKEN_BEGINS = 'eyJ'

function toShown(row: ServiceCredentialTable, now: Date): ShownCredential {
  const isOver = row.expires_at !== null && Date.parse(row.expires_at) <= now.getTime()
  return {
    id: row.id,
    kind: row.kind,
    // The id of a key is no secret: it only finds the row.
    begins: row.kind === 'key' ? `${KEY_PREFIX}${row.id.slice(0, 4)}` : TOKEN_BEGINS,
    last4: row.last4,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    state: row.revoked_at !== null ? 'revoked' : isOver ? 'over' : 'good',
  }
}

const rank = (client: ClientHead) => (client.revokedAt !== null ? 2 : client.isOwn ? 0 : 1)

const byRank = (one: ClientHead, other: ClientHead) =>
  rank(one) - rank(other) || one.name.localeCompare(other.name, 'en')
