import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Handle } from './database'
import type { OperatorRole } from './operator-tables'

/** Who signed in, as pages and actions know them. */
export interface Operator {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: OperatorRole
}

export interface NewOperator {
  readonly email: string
  readonly name: string
  readonly passwordHash: string
  readonly role: OperatorRole
}

/** The form in which e-mail addresses are kept and compared. */
export const normalEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase()

/** Whether there is any operator, disabled ones included. While there is none, Lading is not set up. */
export async function hasOperator(handle: Handle): Promise<boolean> {
  const row = await handle.selectFrom('operator').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Adds an operator. Fails when the e-mail address is taken. */
export async function addOperator(handle: Handle, operator: NewOperator): Promise<Operator> {
  const { email, name, role, passwordHash } = operator
  const added = { id: randomUUID(), email: normalEmail(email), name: name.trim(), role }
  await handle
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

/** The operator with this e-mail address and the hash of the password; undefined when none or disabled. */
export async function findForSignIn(
  handle: Handle,
  email: string,
): Promise<{ operator: Operator; passwordHash: string } | undefined> {
  const row = await handle
    .selectFrom('operator')
    .select(['id', 'email', 'name', 'role', 'password_hash'])
    .where('email', '=', normalEmail(email))
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { password_hash: passwordHash, ...operator } = row
  return { operator, passwordHash }
}

/** Puts another hash of the same password in the place of `old`; does nothing when the password is another by now. */
export async function renewPasswordHash(
  handle: Handle,
  id: string,
  old: string,
  renewed: string,
): Promise<void> {
  await handle
    .updateTable('operator')
    .set({ password_hash: renewed })
    .where('id', '=', id)
    .where('password_hash', '=', old)
    .execute()
}
