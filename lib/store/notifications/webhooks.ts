import 'server-only'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db, DbTransaction } from '@/lib/store/db/database'
import { type Keyring, keyring } from '@/lib/store/secrets/keyring'
import { type OpenedSeal, open, type SealContext, seal } from '@/lib/store/secrets/seal'
import type { EventKind, WebhookEndpointTable } from './tables'

/** A webhook without its secret. */
export interface Webhook {
  readonly id: string
  readonly url: string
  readonly events: readonly EventKind[]
  readonly isEnabled: boolean
  /** ISO 8601. */
  readonly createdAt: string
  /** Until when the secrets before the last rotation are valid (ISO 8601); null: it was never rotated. */
  readonly previousSecretUntil: string | null
}

/** What an administrator enters. */
export interface WebhookInput {
  readonly url: string
  readonly events: readonly EventKind[]
  readonly isEnabled: boolean
}

const SECRET_BYTES = 32

const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/** All webhooks, oldest first. */
export async function listWebhooks(db: Db): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toWebhook)
}

/** A webhook; undefined if there is none with this id. */
export async function findWebhook(db: Db, id: string): Promise<Webhook | undefined> {
  const row = await findRow(db, id)
  return row && toWebhook(row)
}

/** A webhook that no other transaction changes until this one ends; undefined if there is none with this id. */
export async function lockWebhook(trx: DbTransaction, id: string): Promise<Webhook | undefined> {
  const row = await trx
    .updateTable('webhook_endpoint')
    .set(({ ref }) => ({ url: ref('url') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toWebhook(row)
}

/**
 * Adds a webhook with a new signing secret.
 * @returns the webhook, and its secret in plain text: `whsec_` and base64
 */
export async function createWebhook(
  trx: DbTransaction,
  input: WebhookInput,
  operatorId: string,
  at: string,
  ring: Keyring = keyring(),
): Promise<{ webhook: Webhook; secret: string }> {
  const id = randomUUID()
  const secret = newSecret()
  const row = {
    id,
    ...columns(input),
    secret: seal(ring, sealContext(id), secret),
    previous_secret: null,
    previous_secret_until: null,
    created_by: operatorId,
    created_at: at,
  }
  await trx.insertInto('webhook_endpoint').values(row).execute()
  return { webhook: toWebhook(row), secret }
}

/** Changes a webhook; its secret stays. @returns false if there is none with this id */
export async function updateWebhook(trx: DbTransaction, id: string, input: WebhookInput): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_endpoint')
    .set(columns(input))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Deletes a webhook with its deliveries. @returns false if there is none with this id */
export async function deleteWebhook(trx: DbTransaction, id: string): Promise<boolean> {
  await trx
    .deleteFrom('notification_delivery')
    .where('channel', '=', 'webhook')
    .where('target', '=', id)
    .execute()
  const { numDeletedRows } = await trx
    .deleteFrom('webhook_endpoint')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Maximum number of secrets that are valid at once. */
const MAX_VALID_SECRETS = 10

/**
 * Gives a webhook a new signing secret. Those that are valid still sign beside it until `until`: the receiver may have
 * any of them, because the response with a new one can be lost.
 * @param now ISO 8601
 * @returns the new secret in plain text; undefined if there is no webhook with this id
 */
export async function rotateWebhookSecret(
  trx: DbTransaction,
  id: string,
  now: string,
  until: string,
  ring: Keyring = keyring(),
): Promise<string | undefined> {
  if (!(await lockWebhook(trx, id))) return undefined
  const secret = newSecret()
  const valid = await openWebhookSecrets(trx, id, now, ring)
  const previous = valid?.slice(0, MAX_VALID_SECRETS - 1).join(SEPARATOR)
  await trx
    .updateTable('webhook_endpoint')
    .set({
      secret: seal(ring, sealContext(id), secret),
      previous_secret: previous === undefined ? null : seal(ring, sealContext(id), previous),
      previous_secret_until: previous === undefined ? null : until,
    })
    .where('id', '=', id)
    .execute()
  return secret
}

/** Between the secrets before the last rotation, which are sealed as one text. */
const SEPARATOR = ' '

/**
 * The signing secrets in plain text, the newest first; those before the last rotation are among them while they are
 * valid.
 * @param now ISO 8601
 * @returns undefined if the newest cannot be opened
 */
export async function openWebhookSecrets(
  db: Db,
  id: string,
  now: string,
  ring: Keyring = keyring(),
): Promise<readonly [string, ...string[]] | undefined> {
  const row = await findRow(db, id)
  if (!row) return undefined
  const opened = (text: string | null) => {
    const result = text === null ? undefined : open(ring, sealContext(id), text)
    return result?.ok ? result.secret : undefined
  }
  const newest = opened(row.secret)
  if (newest === undefined) return undefined
  const isValid = row.previous_secret_until !== null && row.previous_secret_until > now
  const previous = isValid ? opened(row.previous_secret) : undefined
  return [newest, ...(previous?.split(SEPARATOR) ?? [])]
}

/** The secret of a webhook sealed with the newest key of the ring, or why it cannot be opened. */
export function resealWebhookSecret(
  ring: Keyring,
  id: string,
  text: string,
): { readonly ok: true; readonly text: string } | Extract<OpenedSeal, { ok: false }> {
  const opened = open(ring, sealContext(id), text)
  return opened.ok ? { ok: true, text: seal(ring, sealContext(id), opened.secret) } : opened
}

/** A secret opens only for the webhook that it was made for. */
const sealContext = (id: string): SealContext => ({ env: 'webhook', origin: id, field: 'secret' })

const columns = ({ url, events, isEnabled }: WebhookInput) => ({
  url,
  events: JSON.stringify(events),
  enabled: isEnabled ? 1 : 0,
})

const toWebhook = (row: Omit<Selectable<WebhookEndpointTable>, 'secret' | 'previous_secret'>): Webhook => ({
  id: row.id,
  url: row.url,
  events: JSON.parse(row.events),
  isEnabled: row.enabled === 1,
  createdAt: row.created_at,
  previousSecretUntil: row.previous_secret_until,
})

function findRow(db: Db, id: string): Promise<Selectable<WebhookEndpointTable> | undefined> {
  return db.selectFrom('webhook_endpoint').selectAll().where('id', '=', id).executeTakeFirst()
}
