import 'server-only'
import type { DraftContext } from '@/lib/desk/drafts/draft-context'
import { saveConflicts } from '@/lib/ledger/outcomes/conflicts'
import type { DeskOutcome } from '@/lib/ledger/outcomes/outcomes'
import type { FrozenRun, PreparedOrder } from '@/lib/ledger/rules/prepared'
import type { RefusedOrder } from '@/lib/ledger/rules/problem'
import { logFault } from '@/lib/log/log'
import type { Connection } from '@/lib/store/connections/connections'
import type { Database, Db } from '@/lib/store/db/database'
import { markErrorsUnchecked } from '@/lib/store/drafts/saves'
import { saveOwnFindings } from '@/lib/store/ledger/checks/check-figures'
import {
  clearRejections,
  findLastCheck,
  keepPasses,
  type VerdictTarget,
} from '@/lib/store/ledger/checks/verdicts'
import type { RunRequestRow } from '@/lib/store/ledger/runs/run-requests'
import type { FrozenOrders } from './freeze'

// What is recorded of a run besides the run itself and its orders.

/** A draft, and the connection that a run of it uses. */
export interface RunContext extends DraftContext {
  readonly connection: Connection
  /** Whose outcomes its orders have. */
  readonly target: VerdictTarget
}

/** Saves for Home which errors the desk found. No check depends on it, so an error is only logged. */
export async function saveFindings(
  { write }: Database,
  { id: runId, requested_at: at }: RunRequestRow,
  { draftId, sheet }: RunContext,
  frozen: FrozenOrders,
): Promise<void> {
  const errors = [...frozen.withheldByColumn].map(([column_id, count]) => ({
    run_id: runId,
    column_id,
    sheet: sheet.id,
    draft_id: draftId,
    count,
  }))
  const check = { runId, draftId, withheld: frozen.withheld, at }
  try {
    await write(trx => saveOwnFindings(trx, check, errors))
  } catch (error) {
    logFault('the errors of a check could not be counted', error)
  }
}

/**
 * Makes lists count orders that passed recently and are not sent again. No check depends on it, so an
 * error is only logged.
 * @param isSent whether a run follows. If not, the last one counts them.
 */
export async function countPasses(
  database: Database,
  { id, requested_at: requestedAt, revision }: RunRequestRow,
  { draftId, envId }: RunContext,
  passes: ReadonlyMap<string, string>,
  isSent: boolean,
): Promise<void> {
  try {
    const runId = isSent ? id : await findLastCheck(database.kysely, draftId, envId)
    if (!runId || passes.size === 0) return
    await keepPasses(database, { runId, draftId, envId, requestedAt }, passes)
    // A run makes lists ignore earlier results of records with errors. None follows, so they are marked here.
    if (!isSent && revision !== null) await database.write(trx => markErrorsUnchecked(trx, draftId, revision))
  } catch (error) {
    logFault('the orders that passed before a check could not be counted', error)
  }
}

/**
 * Clears the rejections of unchanged records of an operation without a check: the operator has looked again, and the
 * records may be sent again.
 * @param at ISO 8601
 */
export async function clearUnchangedRejections(
  db: Db,
  { draftId, target }: RunContext,
  records: readonly PreparedOrder[],
  known: ReadonlyMap<string, DeskOutcome>,
  at: string,
): Promise<void> {
  const numbers = records.flatMap(({ mallOrderNumber, sha256 }) => {
    const outcome = known.get(mallOrderNumber)
    return outcome?.state === 'failing' && outcome.sha256 === sha256 ? mallOrderNumber : []
  })
  await clearRejections(db, draftId, target, numbers, at)
}

/**
 * Saves in which fields refused orders differ from the orders that are registered under their numbers. The run does
 * not depend on it, so errors are only logged.
 * @param at the time of the ledger (ISO 8601)
 */
export async function saveRefusalConflicts(
  db: Db,
  { target }: RunContext,
  run: FrozenRun,
  refused: readonly RefusedOrder[],
  at: string,
): Promise<void> {
  if (refused.length === 0) return
  try {
    await saveConflicts(db, target, run, refused, at)
  } catch (error) {
    logFault('changes to registered orders could not be recorded', error)
  }
}
