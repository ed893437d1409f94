import * as z from 'zod'
import { type Role, roles } from '@/lib/roles'

/** An operator as administrators see them. */
export interface MemberView {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly createdAt: string
  /** When they were removed; null: active. */
  readonly removedAt: string | null
  /** When one of their sessions was last used; null: none is open. */
  readonly seenAt: string | null
  readonly hasSecondFactor: boolean
  /** Whether they sign in at the company's provider. */
  readonly isProvided: boolean
  /** Names of what they created and may know the secrets of: it works on when they are removed. */
  readonly created: Readonly<Record<'keys' | 'clients', readonly string[]>>
}

/** An unused link. */
export interface InvitationView {
  readonly id: string
  readonly email: string
  readonly role: Role
  /** Set: the link sets this operator's password. */
  readonly operatorId: string | null
  /** Name of that operator; null: the link creates an operator. */
  readonly operatorName: string | null
  readonly expiresAt: string
}

/** An entry of the operator log. */
export interface TeamEvent {
  readonly event:
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
  readonly detail: string
  readonly at: string
  /** Names of the acting and of the affected operator; null: unknown. */
  readonly by: string | null
  readonly whom: string | null
}

/** A link to pass on to a new or existing member. It is returned once and never stored. */
export interface InvitationLink {
  readonly email: string
  readonly url: string
  readonly kind: 'invitation' | 'password'
}

/** The person to invite. */
export const inviteSchema = z.object({
  email: z.string().trim().pipe(z.email('auth.fields.email').max(254, 'auth.fields.email')),
  role: z.enum(roles),
})

export const roleSchema = z.object({ id: z.string().max(100), role: z.enum(roles) })

/** A member, or an invitation, by its id. */
export const memberIdSchema = z.object({ id: z.string().max(100) })

/** Whether registrars and administrators need a second factor. */
export const secondFactorPolicySchema = z.object({ isRequired: z.boolean() })
