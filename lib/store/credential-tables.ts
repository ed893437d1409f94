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
  created_at: string
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
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
}
