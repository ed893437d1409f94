import 'server-only'

/** Who may call the embedded service, and with what. */
export interface CredentialTables {
  service_client: ServiceClientTable
  service_credential: ServiceCredentialTable
}

/** A caller of the embedded service. Numbers registered by one do not meet those of another. */
export interface ServiceClientTable {
  id: string
  name: string
  /** What it may do: scopes of the contract, with a space between (lib/store/scopes.ts). */
  scopes: string
  created_at: string
  /** The operator who made it; null when it was made by a command, or by Lading for itself. */
  created_by: string | null
  revoked_at: string | null
}

/** An access token (id = its jti) or a secret key (id = the part that is looked up). Neither is kept readable. */
export interface ServiceCredentialTable {
  id: string
  client_id: string
  kind: 'token' | 'key'
  /** Of a key: HMAC-SHA256 of the whole key, hex, and the key ring entry whose pepper was used. */
  hash: string | null
  kid: string
  last4: string
  issued_at: string
  /** When it ends; null: it is good until it is revoked. */
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
}
