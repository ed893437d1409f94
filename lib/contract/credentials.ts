/** What a screen may show of a stored secret. */
export interface SecretInfo {
  readonly hasSecret: boolean
  readonly last4: string | null
  readonly updatedAt: string | null
}

/** The result of testing a credential; `connections.probe.<code>` of lib/words has its sentence. */
export interface CredentialTest {
  readonly code: string
  /** ISO 8601. */
  readonly at: string
  /** Values of its sentence. */
  readonly values?: Readonly<Record<string, string | number>>
}

/** The latest tests of both credentials of a connection; null: not tested since the credential was saved. */
export type CredentialTests = Readonly<Record<'accessToken' | 'secretKey', CredentialTest | null>>
