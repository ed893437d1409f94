import 'server-only'
import { resealSecret, type SecretField, secretFields } from './connection-secrets'
import type { Database, Handle } from './database'
import type { Keyring } from './keyring'
import { renewSandbox, SANDBOX_ID } from './sandbox'
import { kidOf, type SealTrouble } from './seal'

/** A secret that could not be sealed anew, because it does not open. */
export interface ClosedSecret {
  readonly connection: string
  readonly field: SecretField
  readonly kid: string | undefined
  readonly trouble: SealTrouble
}

/** What became of the sealed secrets. */
export interface Rewrapped {
  /** How many were moved to the newest key. */
  readonly moved: number
  readonly closed: readonly ClosedSecret[]
}

/**
 * Seals every secret of the database under the newest key of the ring. Each is a statement of its own that replaces
 * exactly the text that was opened: servers may run meanwhile, what somebody enters at the same moment stays, and
 * whoever is interrupted runs it again.
 */
export async function rewrapSecrets(database: Database, ring: Keyring): Promise<Rewrapped> {
  const { kysely } = database
  const connections = await kysely
    .selectFrom('connection')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  let moved = 0
  const closed: ClosedSecret[] = []
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
  return { moved, closed }
}

/** Forgets the secrets that only the key `kid` would open. @returns how many were forgotten */
export async function forgetSecrets(handle: Handle, kid: string): Promise<number> {
  const start = `v1.${kid}.`
  let forgotten = 0
  for (const field of secretFields) {
    const { numUpdatedRows } = await handle
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
  return forgotten
}

/** One secret; undefined when there is nothing to do (any more). */
async function rewrap(
  handle: Handle,
  ring: Keyring,
  id: string,
  field: SecretField,
): Promise<'moved' | Pick<ClosedSecret, 'kid' | 'trouble'> | undefined> {
  for (;;) {
    const row = await handle
      .selectFrom('connection')
      .select(['kind', 'environment', 'base_url', 'access_token', 'secret_key'])
      .where('id', '=', id)
      .executeTakeFirst()
    const text = row?.[field]
    if (!row || !text || kidOf(text) === ring.newest) return undefined
    const sealed = resealSecret(ring, row, field, text)
    if (!sealed.ok) return { kid: kidOf(text), trouble: sealed.trouble }
    const { numUpdatedRows } = await handle
      .updateTable('connection')
      .set({ [field]: sealed.text })
      .where('id', '=', id)
      .where(field, '=', text)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return 'moved'
    // Somebody saved it in between: what they saved is looked at in its turn.
  }
}
