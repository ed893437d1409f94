import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Role } from '@/lib/roles'
import type { Db } from '@/lib/store/db/database'

/** A signed-in operator. */
export interface Operator {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  /** Their role needs a second factor and they have none: until they add one, they may do nothing else. */
  readonly mustAddSecondFactor?: boolean
  /** The operator signs in only at the provider. */
  readonly isPasswordless?: boolean
}

export interface NewOperator {
  readonly email: string
  readonly name: string
  readonly passwordHash: string
  readonly role: Role
}

/** The form in which e-mail addresses are stored and compared. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase()

/** Whether any person is an operator, including disabled ones. Otherwise Lading is not set up. */
export async function hasOperator(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('operator')
    .select('id')
    .where('is_program', '=', 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Adds an operator. Fails if the e-mail address is taken. */
export async function addOperator(db: Db, operator: NewOperator): Promise<Operator> {
  const { email, name, role, passwordHash } = operator
  const added = { id: randomUUID(), email: normalizeEmail(email), name: name.trim(), role }
  await db
    .insertInto('operator')
    .values({
      ...added,
      password_hash: passwordHash,
      created_at: new Date().toISOString(),
      disabled_at: null,
    })
    .execute()
  return added
}

/** An operator; undefined if there is none with this id, or they are disabled. */
export async function findOperator(db: Db, id: string): Promise<Operator | undefined> {
  return db
    .selectFrom('operator')
    .select(['id', 'email', 'name', 'role'])
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}

/**
 * The operator with this e-mail address and the password hash; undefined if there is none, it is disabled, or it
 * has no password.
 */
export async function findForSignIn(
  db: Db,
  email: string,
): Promise<{ operator: Operator; passwordHash: string } | undefined> {
  const row = await db
    .selectFrom('operator')
    .select(['id', 'email', 'name', 'role', 'password_hash'])
    .where('email', '=', normalizeEmail(email))
    .where('is_program', '=', 0)
    .where('disabled_at', 'is', null)
    .where('password_hash', '!=', '')
    .executeTakeFirst()
  if (!row) return undefined
  const { password_hash: passwordHash, ...operator } = row
  return { operator, passwordHash }
}

/** Replaces the hash `old` of the same password; does nothing if the password has changed. */
export async function renewPasswordHash(db: Db, id: string, old: string, renewed: string): Promise<void> {
  await db
    .updateTable('operator')
    .set({ password_hash: renewed })
    .where('id', '=', id)
    .where('password_hash', '=', old)
    .execute()
}
