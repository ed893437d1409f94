import 'server-only'
import type { Db } from '@/lib/store/db/database'
import { keyPrefixes } from '@/lib/store/secrets/secret-key'
import { iso } from '@/lib/store/stored-values'
import { DAY_MS } from '@/lib/time-units'
import { type ClientInfo, toClientInfo } from './clients'
import type { ServiceCredentialTable } from './tables'

/** A token or key without its secret. */
interface ListedCredential {
  readonly id: string
  readonly kind: 'token' | 'key'
  /** Its first characters, by which its owner recognises it. */
  readonly begins: string
  readonly last4: string
  readonly issuedAt: string
  /** When it expires; null: never. */
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
  readonly state: 'good' | 'over' | 'revoked'
}

/** A client as the settings show it. */
export interface ListedClient extends ClientInfo {
  /** Name of its creator; null: a command, or Lading itself. */
  readonly createdBy: string | null
  /** Newest first: valid ones, and those that ended in the last 30 days. */
  readonly credentials: readonly ListedCredential[]
}

/** How long an ended credential is listed, in milliseconds: tokens expire daily. */
const ENDED_VISIBLE_MS = 30 * DAY_MS

/** All clients: Lading itself first, then by name, revoked ones last. */
export async function listClients(db: Db, now: Date = new Date()): Promise<ListedClient[]> {
  const since = iso(now.getTime() - ENDED_VISIBLE_MS)
  const clients = await db
    .selectFrom('service_client as client')
    .leftJoin('operator', 'operator.id', 'client.created_by')
    .selectAll('client')
    .select(['operator.name as operator_name', 'operator.email as operator_email'])
    .execute()
  const credentials = await db
    .selectFrom('service_credential')
    .selectAll()
    .where(where => where.or([where('expires_at', 'is', null), where('expires_at', '>', since)]))
    .where(where => where.or([where('revoked_at', 'is', null), where('revoked_at', '>', since)]))
    .orderBy('issued_at', 'desc')
    .execute()
  return clients
    .map(row => ({
      ...toClientInfo(row),
      createdBy: row.operator_name || row.operator_email,
      credentials: credentials.filter(({ client_id }) => client_id === row.id).map(one => toListed(one, now)),
    }))
    .sort(byRank)
}

/** The first characters of every token: `{"` of the JWT header in base64url. */
const TOKEN_PREFIX = 'eyJ'

function toListed(row: ServiceCredentialTable, now: Date): ListedCredential {
  const isOver = row.expires_at !== null && Date.parse(row.expires_at) <= now.getTime()
  return {
    id: row.id,
    kind: row.kind,
    // The id of a key is public: it only finds the row.
    begins: row.kind === 'key' ? `${keyPrefixes.service}${row.id.slice(0, 4)}` : TOKEN_PREFIX,
    last4: row.last4,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    state: row.revoked_at !== null ? 'revoked' : isOver ? 'over' : 'good',
  }
}

const rank = (client: ClientInfo) => (client.revokedAt !== null ? 2 : client.isOwn ? 0 : 1)

const byRank = (one: ClientInfo, other: ClientInfo) =>
  rank(one) - rank(other) || one.name.localeCompare(other.name, 'en')
