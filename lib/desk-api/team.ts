import * as z from 'zod'

/** What an operator may do, least first. */
export const roles = ['viewer', 'editor', 'registrar', 'administrator'] as const

export type Role = (typeof roles)[number]

/** An operator as administrators see them. */
export interface MemberView {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly createdAt: string
  /** Since when they may not sign in; null: they may. */
  readonly removedAt: string | null
  /** When a session of theirs was used last; null: none is open. */
  readonly seenAt: string | null
}

/** A link that was made and not used yet. */
export interface InvitationView {
  readonly id: string
  readonly email: string
  readonly role: Role
  /** Set: the link gives this operator a new password. */
  readonly operatorId: string | null
  /** Name of that operator; null: the link makes a new one. */
  readonly operatorName: string | null
  readonly expiresAt: string
}

/** An entry of the record of operators. */
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
  readonly detail: string
  readonly at: string
  /** Names of who did it and of whom it was done to; null: no longer known. */
  readonly by: string | null
  readonly whom: string | null
}

/** A link to hand to somebody. It is answered once and stored nowhere. */
export interface InvitationLink {
  readonly email: string
  readonly url: string
  readonly kind: 'invitation' | 'password'
}

/** Who is to be let in. */
export const inviteSchema = z.object({
  email: z.string().trim().pipe(z.email('auth.fields.email').max(254, 'auth.fields.email')),
  role: z.enum(roles),
})

export const roleSchema = z.object({ id: z.string().max(100), role: z.enum(roles) })

/** A member, or an invitation, by its id. */
export const whoSchema = z.object({ id: z.string().max(100) })
