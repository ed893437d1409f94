import 'server-only'
import { deleteCheckTurn, listCheckTurns, saveCheckTurn } from '@/lib/store/ledger/checks/check-turns'
import { lockEnvironments } from '@/lib/store/ledger/environments/environments'
import { newId } from '@/lib/store/ledger/ids'
import type { Ports } from '../ports'

/** How often a waiting request looks whether it is its turn, in milliseconds. */
const POLL_INTERVAL_MS = 200

/** The connection of a check request, and how many of them it allows at the same time. */
export interface CheckTurnPlace {
  readonly envId: string
  readonly connectionId: string
  readonly parallel: number
}

/**
 * Sends a check request when fewer than `parallel` requests of all runs and servers are under way on its connection, in
 * the order in which they came. A request of a dead process counts until the reaper deletes its turn.
 * @param mayContinue called while it waits
 * @returns undefined when the run may not continue
 */
export async function withCheckTurn<T>(
  ports: Ports,
  place: CheckTurnPlace,
  mayContinue: () => Promise<boolean>,
  send: () => Promise<T>,
): Promise<T | undefined> {
  const id = newId()
  ports.checkTurns.add(id)
  try {
    while (!(await takeTurn(ports, place, id))) {
      await ports.sleep(POLL_INTERVAL_MS)
      if (ports.closing.signal.aborted || !(await mayContinue())) return undefined
    }
    return await send()
  } finally {
    ports.checkTurns.delete(id)
    // The reaper deletes a turn that stays behind.
    await deleteCheckTurn(ports.database.kysely, id).catch(ports.report)
  }
}

/** @returns whether the turn is granted; otherwise it waits behind the turns that came earlier */
function takeTurn({ database, bootId }: Ports, place: CheckTurnPlace, id: string): Promise<boolean> {
  return database.write(async trx => {
    // Two processes that both see a free turn would both take it.
    await lockEnvironments(trx, [place.envId])
    const others = (await listCheckTurns(trx, place.connectionId)).filter(turn => turn.id !== id)
    const ahead = others.filter(turn => turn.granted === 1 || turn.id < id)
    const granted = ahead.length < place.parallel ? 1 : 0
    await saveCheckTurn(trx, { id, connection_id: place.connectionId, owner: bootId, granted })
    return granted === 1
  })
}
