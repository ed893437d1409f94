import 'server-only'
import type { Generated } from 'kysely'

/** Tables of operators, their sessions and what slows down wrong passwords. */
export interface OperatorTables {
  operator: OperatorTable
  session: SessionTable
  sign_in_attempt: SignInAttemptTable
  set_up_link: SetUpLinkTable
  invitation: InvitationTable
  operator_event: OperatorEventTable
}

/** What an operator may do; each role may do what the ones before it may. */
export type OperatorRole = 'viewer' | 'editor' | 'registrar' | 'administrator'

/** A person who signs in to the desk. `email` is kept as it is compared: trimmed, NFC, lower case. */
export interface OperatorTable {
  id: string
  email: string
  name: string
  /** argon2id, in PHC form. */
  password_hash: string
  role: OperatorRole
  created_at: string
  disabled_at: string | null
}

/** One sign-in on one browser. A cookie names it; without its row the cookie is worth nothing. */
export interface SessionTable {
  id: string
  operator_id: string
  started_at: string
  seen_at: string
  /** Where it was started; null where it is not known. */
  address: string | null
  user_agent: string | null
  /** When the password was last proven in it; null: not since this is noted. */
  proved_at: string | null
}

/** A try that was not (yet) successful. Rows older than the longest window are swept away. */
export interface SignInAttemptTable {
  id: string
  /** The e-mail address as it was compared, whether or not an operator has it. */
  account: string
  /** The IPv4 address, or the /64 of the IPv6 address. */
  address: string
  /** A device on which the account signed in before, or a session of it: counted by itself. */
  device: string | null
  tried_at: string
}

/** The link that makes the first operator. Only the newest one counts; the token itself is not kept. */
export interface SetUpLinkTable {
  token_hash: string
  expires_at: string
}

/**
 * A link that was handed to somebody: it makes an operator or, where it names one, sets that operator's password. It
 * is deleted when it is used or withdrawn; the token itself is not kept.
 */
export interface InvitationTable {
  id: string
  token_hash: string
  email: string
  role: OperatorRole
  operator_id: string | null
  created_by: string
  created_at: string
  expires_at: string
}

/** What may be done to an operator. */
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

/** Who did what to which operator; rows are never changed or deleted (a trigger refuses). */
export interface OperatorEventTable {
  seq: Generated<number>
  /** Of an invitation that nobody took yet, its own id. */
  operator_id: string
  /** The operator who did it; `command` for a person at the server. */
  actor: string
  event: OperatorEventKind
  /** The e-mail address, the role: what is needed to read the event alone. */
  detail: string
  at: string
}
