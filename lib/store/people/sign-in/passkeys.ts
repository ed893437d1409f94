import 'server-only'
import type { Selectable } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import type { OperatorTables } from '@/lib/store/people/tables'

/** A passkey of an operator. */
export interface Passkey {
  /** The credential id, base64url. */
  readonly id: string
  readonly operatorId: string
  /** COSE key, base64url. */
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
  readonly name: string
  readonly createdAt: string
  readonly usedAt: string | null
}

/** The passkeys of an operator, oldest first. */
export async function listPasskeys(db: Db, operatorId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkey')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toPasskey)
}

/** A passkey of this operator; undefined if there is none with this id, or it belongs to another operator. */
export async function findPasskey(db: Db, operatorId: string, id: string): Promise<Passkey | undefined> {
  const row = await db
    .selectFrom('passkey')
    .selectAll()
    .where('id', '=', id)
    .where('operator_id', '=', operatorId)
    .executeTakeFirst()
  return row && toPasskey(row)
}

/** @returns false if the passkey is registered already, for any operator */
export async function addPasskey(
  db: Db,
  passkey: Omit<Passkey, 'createdAt' | 'usedAt'>,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkey')
    .values({
      id: passkey.id,
      operator_id: passkey.operatorId,
      public_key: passkey.publicKey,
      counter: String(passkey.counter),
      transports: JSON.stringify(passkey.transports),
      name: passkey.name,
      created_at: now.toISOString(),
      used_at: null,
    })
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Stores that a passkey was used. @param counter as its authenticator reported it */
export async function notePasskeyUsed(db: Db, id: string, counter: number, now: Date): Promise<void> {
  await db
    .updateTable('passkey')
    .set({ counter: String(counter), used_at: now.toISOString() })
    .where('id', '=', id)
    .execute()
}

/** @returns the name of the removed passkey; undefined if there was none */
export async function deletePasskey(db: Db, operatorId: string, id: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('operator_id', '=', operatorId)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

const toPasskey = (row: Selectable<OperatorTables['passkey']>): Passkey => ({
  id: row.id,
  operatorId: row.operator_id,
  publicKey: row.public_key,
  counter: Number(row.counter),
  transports: JSON.parse(row.transports),
  name: row.name,
  createdAt: row.created_at,
  usedAt: row.used_at,
})
