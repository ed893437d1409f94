import 'server-only'
import type { Selectable } from 'kysely'
import type { Db, DbTransaction } from '@/lib/store/db/database'
import type { CheckTurnTable } from './check-tables'

export type CheckTurnRow = Selectable<CheckTurnTable>

/** The turns of a connection, those that have waited longest first. */
export function listCheckTurns(db: Db, connectionId: string): Promise<CheckTurnRow[]> {
  return db
    .selectFrom('check_turn')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .orderBy('id')
    .execute()
}

/** Stores a turn, or that it is granted now. */
export async function saveCheckTurn(trx: DbTransaction, turn: CheckTurnRow): Promise<void> {
  await trx
    .insertInto('check_turn')
    .values(turn)
    .onConflict(conflict => conflict.column('id').doUpdateSet({ granted: turn.granted }))
    .execute()
}

/** Gives back the turn of a check that is over, so that the next one gets it. */
export async function deleteCheckTurn(db: Db, id: string): Promise<void> {
  await db.deleteFrom('check_turn').where('id', '=', id).execute()
}

/** Deletes the turns of processes that are no longer alive, and those of `owner` that it does not name. */
export async function deleteLostCheckTurns(
  db: Db,
  living: readonly string[],
  owner: string,
  own: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('check_turn')
    .where(row =>
      row.or([
        row('owner', 'not in', living),
        own.length > 0
          ? row.and([row('owner', '=', owner), row('id', 'not in', own)])
          : row('owner', '=', owner),
      ]),
    )
    .execute()
}
