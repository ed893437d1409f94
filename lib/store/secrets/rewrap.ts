import 'server-only'
import { renewSandbox, SANDBOX_ID } from '@/lib/store/connections/sandbox'
import { resealSecret, type SecretField, secretFields } from '@/lib/store/connections/sealed-secrets'
import type { Database, Db } from '@/lib/store/db/database'
import { listWebhooks, resealWebhookSecret } from '@/lib/store/notifications/webhooks'
import { findTotpSecret, resealTotpSecret } from '@/lib/store/people/sign-in/totp'
import type { Keyring } from './keyring'
import { kidOf, type SealError } from './seal'

/** A secret that cannot be sealed again because it cannot be opened. */
export type UnreadableSecret = Unreadable &
  (
    | { readonly connection: string; readonly field: SecretField }
    /** The URL of a webhook. */
    | { readonly webhook: string }
    /** The email address of an operator with an authenticator app. */
    | { readonly app: string }
  )

interface Unreadable {
  readonly kid: string | undefined
  readonly error: SealError
}

/** The result of rewrapping all secrets. */
interface RewrapResult {
  /** How many secrets were sealed with the newest key. */
  readonly moved: number
  readonly closed: readonly UnreadableSecret[]
}

/**
 * Seals every secret of the database with the newest key of the ring. Each statement replaces exactly the
 * text that was opened: servers may keep running, concurrent edits stay, and an interrupted command can be
 * repeated.
 */
export async function rewrapSecrets(database: Database, ring: Keyring): Promise<RewrapResult> {
  const { kysely } = database
  const connections = await kysely
    .selectFrom('connection')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  let moved = 0
  const closed: UnreadableSecret[] = []
  for (const { id, name } of connections) {
    if (id === SANDBOX_ID) {
      moved += await renewSandbox(database, ring)
      continue
    }
    for (const field of secretFields) {
      const outcome = await rewrap(kysely, ring, id, field)
      if (outcome === 'moved') moved++
      else if (outcome) closed.push({ ...outcome, connection: name, field })
    }
  }
  for (const { id, url } of await listWebhooks(kysely)) {
    for (const field of webhookSecretFields) {
      const outcome = await rewrapWebhook(kysely, ring, id, field)
      if (outcome === 'moved') moved++
      else if (outcome) closed.push({ ...outcome, webhook: url })
    }
  }
  const apps = await kysely
    .selectFrom('totp')
    .innerJoin('operator', 'operator.id', 'totp.operator_id')
    .select(['operator.id', 'operator.email'])
    .orderBy('operator.id')
    .execute()
  for (const { id, email } of apps) {
    const outcome = await rewrapApp(kysely, ring, id)
    if (outcome === 'moved') moved++
    else if (outcome) closed.push({ ...outcome, app: email })
  }
  return { moved, closed }
}

/** Secrets that were deleted. */
interface ForgottenSecrets {
  readonly count: number
  /** Emails of the members whose authenticator app no longer works. */
  readonly apps: readonly string[]
}

/** Deletes the secrets that only the key `kid` opens. */
export async function forgetSecrets(db: Db, kid: string): Promise<ForgottenSecrets> {
  const start = `v1.${kid}.`
  const apps = await db
    .selectFrom('totp')
    .innerJoin('operator', 'operator.id', 'totp.operator_id')
    .select('operator.email')
    .where(part =>
      part(part.fn<string>('substr', ['totp.secret', part.val(1), part.val(start.length)]), '=', start),
    )
    .where('operator.disabled_at', 'is', null)
    .orderBy('operator.email')
    .execute()
  let forgotten = 0
  for (const field of secretFields) {
    const { numUpdatedRows } = await db
      .updateTable('connection')
      .set(
        field === 'access_token'
          ? { access_token: null, access_token_last4: null, access_token_at: null, access_token_test: null }
          : { secret_key: null, secret_key_last4: null, secret_key_at: null, secret_key_test: null },
      )
      .where(part =>
        part(part.fn<string>('substr', [field, part.val(1), part.val(start.length)]), '=', start),
      )
      .executeTakeFirst()
    forgotten += Number(numUpdatedRows)
  }
  // The row of an authenticator app stays, so that its operator still needs a second step to sign in.
  for (const table of ['webhook_endpoint', 'totp'] as const) {
    const { numUpdatedRows } = await db
      .updateTable(table)
      .set({ secret: null })
      .where(part =>
        part(part.fn<string>('substr', ['secret', part.val(1), part.val(start.length)]), '=', start),
      )
      .executeTakeFirst()
    forgotten += Number(numUpdatedRows)
  }
  // A secret before the last rotation only signs along for a day: deliveries go on without it.
  await db
    .updateTable('webhook_endpoint')
    .set({ previous_secret: null, previous_secret_until: null })
    .where(part =>
      part(part.fn<string>('substr', ['previous_secret', part.val(1), part.val(start.length)]), '=', start),
    )
    .execute()
  return { count: forgotten, apps: apps.map(({ email }) => email) }
}

/** Rewraps the secret of an operator's authenticator app; undefined if there is nothing to do. */
async function rewrapApp(
  db: Db,
  ring: Keyring,
  operatorId: string,
): Promise<'moved' | Unreadable | undefined> {
  const text = await findTotpSecret(db, operatorId)
  if (!text || kidOf(text) === ring.newest) return undefined
  const sealed = resealTotpSecret(ring, operatorId, text)
  if (!sealed.ok) return { kid: kidOf(text), error: sealed.error }
  const { numUpdatedRows } = await db
    .updateTable('totp')
    .set({ secret: sealed.text })
    .where('operator_id', '=', operatorId)
    .where('secret', '=', text)
    .executeTakeFirst()
  // An app that was set up meanwhile is sealed with the newest key already.
  return numUpdatedRows > 0n ? 'moved' : undefined
}

const webhookSecretFields = ['secret', 'previous_secret'] as const

/** Rewraps a signing secret of a webhook; undefined if there is nothing to do. */
async function rewrapWebhook(
  db: Db,
  ring: Keyring,
  id: string,
  field: (typeof webhookSecretFields)[number],
): Promise<'moved' | Unreadable | undefined> {
  const row = await db.selectFrom('webhook_endpoint').select(field).where('id', '=', id).executeTakeFirst()
  const text = row?.[field]
  if (!text || kidOf(text) === ring.newest) return undefined
  const sealed = resealWebhookSecret(ring, id, text)
  if (!sealed.ok) return { kid: kidOf(text), error: sealed.error }
  await db
    .updateTable('webhook_endpoint')
    .set(field === 'secret' ? { secret: sealed.text } : { previous_secret: sealed.text })
    .where('id', '=', id)
    // A rotation that happened meanwhile stays.
    .where(field, '=', text)
    .execute()
  return 'moved'
}

/** Rewraps one secret; undefined if there is nothing to do. */
async function rewrap(
  db: Db,
  ring: Keyring,
  id: string,
  field: SecretField,
): Promise<'moved' | Unreadable | undefined> {
  for (;;) {
    const row = await db
      .selectFrom('connection')
      .select(['kind', 'environment', 'base_url', 'access_token', 'secret_key'])
      .where('id', '=', id)
      .executeTakeFirst()
    const text = row?.[field]
    if (!row || !text || kidOf(text) === ring.newest) return undefined
    const sealed = resealSecret(ring, row, field, text)
    if (!sealed.ok) return { kid: kidOf(text), error: sealed.error }
    const { numUpdatedRows } = await db
      .updateTable('connection')
      .set({ [field]: sealed.text })
      .where('id', '=', id)
      .where(field, '=', text)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return 'moved'
    // The secret was edited concurrently: read it again.
  }
}
