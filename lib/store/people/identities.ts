import 'server-only'
import type { Role } from '@/lib/roles'
import type { Database, Db } from '@/lib/store/db/database'
import { recordOperatorEvent } from './operator-events'
import { addOperator, normalizeEmail } from './operators'
import { changeRole } from './team'

/** A person as a sign-in provider describes them. */
export interface ProvidedPerson {
  readonly issuer: string
  /** Identifies the person at this issuer permanently. */
  readonly subject: string
  /** Only if the provider says that it has verified the address. */
  readonly verifiedEmail: string | undefined
  readonly name: string | undefined
  readonly role: Role
}

/** Why a person is refused although they signed in at the provider. */
export type ProviderRefusal =
  /** The operator was removed from the team. */
  | 'removed'
  /** Neither the person nor their verified address is known. */
  | 'email'
  /** The operator with this address is another person of the same provider. */
  | 'taken'
  /** The new role would leave the team without an administrator. */
  | 'last-administrator'

/** The operator of a person, or why they are refused. */
export type ProvidedOperator =
  | { readonly ok: true; readonly operatorId: string }
  | { readonly ok: false; readonly why: ProviderRefusal }

/**
 * Admits a person of a provider as an operator, with the role that the provider says. Issuer and subject identify the
 * person; the first time, an existing operator is found by the verified e-mail address, or an operator
 * without a password is added.
 */
export function admitProvidedPerson(
  { write }: Pick<Database, 'write'>,
  person: ProvidedPerson,
  now: Date,
): Promise<ProvidedOperator> {
  return write(async trx => {
    const known = await findIdentity(trx, person)
    if (known) return known.isRemoved ? refuse('removed') : admit(trx, known, person.role, now)
    const { verifiedEmail: email, issuer } = person
    if (email === undefined) return refuse('email')
    const operator = await findByEmail(trx, email)
    if (!operator) return addProvided(trx, { ...person, email }, now)
    if (operator.isRemoved) return refuse('removed')
    if (await hasIdentity(trx, operator.id, issuer)) return refuse('taken')
    const admitted = await admit(trx, operator, person.role, now)
    if (!admitted.ok) return admitted
    await link(trx, person, operator.id, now)
    const event = 'provider_linked'
    await recordOperatorEvent(
      trx,
      { operatorId: operator.id, actor: operator.id, event, detail: normalizeEmail(email) },
      now,
    )
    return admitted
  })
}

/** The operators with an identity at a provider, by id. */
export async function listProvidedOperators(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('operator_identity').select('operator_id').distinct().execute()
  return new Set(rows.map(row => row.operator_id))
}

interface Found {
  readonly id: string
  readonly role: Role
  readonly isRemoved: boolean
}

async function admit(trx: Db, { id, role }: Found, next: Role, now: Date): Promise<ProvidedOperator> {
  if (role === next) return { ok: true, operatorId: id }
  const refusal = await changeRole(trx, { id, role: next, by: id, event: 'provider_role' }, now)
  if (refusal === undefined) return { ok: true, operatorId: id }
  return refuse(refusal === 'gone' ? 'removed' : 'last-administrator')
}

async function addProvided(
  trx: Db,
  { email, name, role, ...person }: ProvidedPerson & { readonly email: string },
  now: Date,
): Promise<ProvidedOperator> {
  const called = name?.trim().slice(0, 100) || (email.split('@')[0] ?? email)
  const { id } = await addOperator(trx, { email, name: called, role, passwordHash: NO_PASSWORD })
  await link(trx, person, id, now)
  const detail = `${normalizeEmail(email)} (${role})`
  await recordOperatorEvent(trx, { operatorId: id, actor: id, event: 'provider_joined', detail }, now)
  return { ok: true, operatorId: id }
}

/** No password matches an empty hash (lib/store/people/operators, `findForSignIn`). */
const NO_PASSWORD = ''

async function link(
  trx: Db,
  { issuer, subject }: Pick<ProvidedPerson, 'issuer' | 'subject'>,
  operatorId: string,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('operator_identity')
    .values({ issuer, subject, operator_id: operatorId, created_at: now.toISOString() })
    .execute()
}

async function findIdentity(
  trx: Db,
  { issuer, subject }: Pick<ProvidedPerson, 'issuer' | 'subject'>,
): Promise<Found | undefined> {
  const row = await trx
    .selectFrom('operator_identity')
    .innerJoin('operator', 'operator.id', 'operator_identity.operator_id')
    .select(['operator.id', 'operator.role', 'operator.disabled_at'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row && { id: row.id, role: row.role, isRemoved: row.disabled_at !== null }
}

async function findByEmail(trx: Db, email: string): Promise<Found | undefined> {
  const row = await trx
    .selectFrom('operator')
    .select(['id', 'role', 'disabled_at'])
    .where('email', '=', normalizeEmail(email))
    .executeTakeFirst()
  return row && { id: row.id, role: row.role, isRemoved: row.disabled_at !== null }
}

async function hasIdentity(trx: Db, operatorId: string, issuer: string): Promise<boolean> {
  const row = await trx
    .selectFrom('operator_identity')
    .select('subject')
    .where('operator_id', '=', operatorId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  return row !== undefined
}

const refuse = (why: ProviderRefusal): ProvidedOperator => ({ ok: false, why })
