import 'server-only'
import type { Generated } from 'kysely'
import type { Role } from '@/lib/roles'

/** Tables of operators, sessions and sign-in limits. */
export interface OperatorTables {
  operator: OperatorTable
  session: SessionTable
  sign_in_attempt: SignInAttemptTable
  set_up_link: SetUpLinkTable
  invitation: InvitationTable
  operator_event: OperatorEventTable
  desk_key: DeskKeyTable
  totp: TotpTable
  passkey: PasskeyTable
  recovery_code: RecoveryCodeTable
  auth_challenge: AuthChallengeTable
  sign_in_policy: SignInPolicyTable
  operator_identity: OperatorIdentityTable
}

/** An operator of the desk. `email` is stored as it is compared: trimmed, NFC, lower case. */
interface OperatorTable {
  id: string
  email: string
  name: string
  /** argon2id, in PHC form; '': the operator has no password. */
  password_hash: string
  role: Role
  created_at: string
  disabled_at: string | null
  /** BCP 47; null: the browser's preference. */
  language: Generated<string | null>
  /** IANA name; null: the browser's. */
  time_zone: Generated<string | null>
  /** When the operator hid the first steps on Home. */
  first_steps_hidden_at: Generated<string | null>
  /** 1: what a key of the desk, or the watched folder, acts as. It never signs in. */
  is_program: Generated<number>
}

/** A key with which a program uses the desk. Only a keyed hash of it is stored. */
export interface DeskKeyTable {
  id: string
  /** What it acts as: an operator that never signs in. */
  operator_id: string
  name: string
  /** Names separated by a space: `intake`, `register`. */
  scopes: string
  hash: string
  kid: string
  last4: string
  created_by: string
  created_at: string
  /** null: valid until it is revoked. */
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
}

export type SessionMethod = 'oidc'

/** A session of an operator in one browser. Its cookie is valid only while the row exists. */
interface SessionTable {
  id: string
  operator_id: string
  started_at: string
  seen_at: string
  /** The client's address at its start; null if unknown. */
  address: string | null
  user_agent: string | null
  /** When the operator last proved who they are in it; null: unknown. */
  proved_at: string | null
  /** `oidc`: it began at the sign-in provider; null: with a password. */
  method: Generated<SessionMethod | null>
}

/** A failed or pending sign-in attempt. Rows older than the longest window are deleted. */
interface SignInAttemptTable {
  id: string
  /** The normalised e-mail address, whether or not an operator has it. */
  account: string
  /** The IPv4 address, or the /64 of the IPv6 address. */
  address: string
  /** A known device of the account, or one of its sessions; counted separately. */
  device: string | null
  tried_at: string
}

/** The link that creates the first operator. Only the newest one is valid; the token is not stored. */
interface SetUpLinkTable {
  token_hash: string
  expires_at: string
}

/**
 * A link that creates an operator or sets an operator's password. Deleted when it is redeemed or withdrawn;
 * the token is not stored.
 */
interface InvitationTable {
  id: string
  token_hash: string
  email: string
  role: Role
  operator_id: string | null
  created_by: string
  created_at: string
  expires_at: string
}

export type OperatorEventKind =
  | 'invited'
  | 'joined'
  | 'withdrawn'
  | 'role'
  | 'removed'
  | 'restored'
  | 'password_link'
  | 'reset_link'
  | 'password'
  | 'key_created'
  | 'key_revoked'
  | 'totp_added'
  | 'totp_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes'
  | 'recovery_code_used'
  | 'second_factor_blocked'
  | 'second_factor_reset'
  | 'second_factor_reset_on_server'
  | 'second_factor_required'
  | 'second_factor_optional'
  | 'provider_joined'
  | 'provider_linked'
  | 'provider_role'

/** An entry of the operator log; a trigger prevents changes and deletion. */
interface OperatorEventTable {
  seq: Generated<number>
  /** For an invitation that was not redeemed, its own id. */
  operator_id: string
  /** The operator who did it; `command` for a command at the server. */
  actor: string
  event: OperatorEventKind
  /** What is needed to understand the event without other tables, such as e-mail address and role. */
  detail: string
  at: string
}

/** An operator's authenticator app (RFC 6238). A row exists only after a first code confirmed it. */
interface TotpTable {
  operator_id: string
  /** Sealed; null after its key was given up (`rewrap-keys --forget`): no code is accepted then. */
  secret: string | null
  /** The time step of the last accepted code: a code works once. */
  last_step: number
  created_at: string
}

/** A passkey of an operator (WebAuthn credential). */
interface PasskeyTable {
  /** The credential id, base64url. */
  id: string
  operator_id: string
  /** COSE key, base64url. */
  public_key: string
  /** Unsigned 32-bit number, as text. */
  counter: string
  /** JSON array of hints for browsers. */
  transports: string
  name: string
  created_at: string
  used_at: string | null
}

/** An unused recovery code. */
interface RecoveryCodeTable {
  operator_id: string
  hash: string
  created_at: string
}

/** What the server waits for: the second step of a sign-in, a signature of a passkey, or the first code of an app. */
export type AuthChallengeKind = 'sign_in' | 'sign_in_passkey' | 'confirm_passkey' | 'new_passkey' | 'new_totp'

/** Valid once and for a few minutes. */
interface AuthChallengeTable {
  kind: AuthChallengeKind
  /** The session that asked or, before there is a session, the hash of the sign-in's token. */
  holder: string
  operator_id: string
  /** The challenge, or the sealed secret of a new authenticator app; '' for `sign_in`. */
  value: string
  expires_at: string
}

/** One row. */
interface SignInPolicyTable {
  id: number
  /** Whether registrars and administrators need a second factor: 1 or 0. */
  second_factor_required: number
}

/** An operator at a sign-in provider: issuer and subject of their ID tokens. */
interface OperatorIdentityTable {
  issuer: string
  subject: string
  operator_id: string
  created_at: string
}
