import 'server-only'
import { closedProblem, resolveContext } from '@/lib/desk/drafts/draft-context'
import { saveParcels } from '@/lib/desk/drafts/facts/duplicates'
import { requirementsBySheet } from '@/lib/desk/requirements/requirements'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import type { StartedRun } from '@/lib/desk-api/runs/runs'
import { type DeskOutcome, outcomesOf } from '@/lib/ledger/outcomes/outcomes'
import type { FrozenRun, PreparedOrder } from '@/lib/ledger/rules/prepared'
import type { RefusedOrder } from '@/lib/ledger/rules/problem'
import { resumeRegistrations } from '@/lib/ledger/runner/control'
import type { Preparation, PreparationSteps } from '@/lib/ledger/runner/ports'
import { findSheetById } from '@/lib/sheet/schema/sheets'
import type { Database } from '@/lib/store/db/database'
import { listLinesReplacedAfter } from '@/lib/store/drafts/cell-history'
import { findDraft, readRevisedLines } from '@/lib/store/drafts/drafts'
import { isDraftErasing } from '@/lib/store/drafts/lifecycle'
import { findDraftRevision, listLinesChangedAfter, listTrailsAfter } from '@/lib/store/drafts/saves'
import { findHeldElsewhere, type HeldElsewhere } from '@/lib/store/ledger/orders/held-elsewhere'
import { listHeldLines } from '@/lib/store/ledger/orders/held-lines'
import type { OrderParcel } from '@/lib/store/ledger/orders/parcel-keys'
import type { RunRequestRow } from '@/lib/store/ledger/runs/run-requests'
import { countQueued, findRunByRequest, listHaltedRegistrations } from '@/lib/store/ledger/runs/runs'
import { CLOCK_TOLERANCE_MS, iso } from '@/lib/store/stored-values'
import { getTranslations } from '@/lib/words/server'
import { type FreezeOptions, type FrozenOrders, freezeJudgedOrders, freezeOrders } from './freeze'
import { JudgedDrafts } from './judged-orders'
import { problemSentence } from './problem-sentence'
import { isRegrouped } from './regrouping'
import {
  clearUnchangedRejections,
  countPasses,
  type RunContext,
  saveFindings,
  saveRefusalConflicts,
} from './run-records'
import { isCancelledByShop, isFreshPass, isRegistrable } from './sendable'

const halvingWords = getTranslations('halving')
const steerWords = getTranslations('runs.steer')

const judgedDrafts = new JudgedDrafts()

/** How the runner freezes the orders of a requested run; results are JSON of `Result<StartedRun>`. */
export const preparation: Preparation = {
  prepare: async (database, request, steps) => JSON.stringify(await prepareRun(database, request, steps)),
  failure: code =>
    JSON.stringify(code === 'cancelled' ? fail(code, steerWords('cancelled')) : problemOf(code)),
}

const problemOf = (code: Parameters<typeof problemSentence>[0]['code']): Result<never> =>
  fail(code, problemSentence({ code }))

/** Prepares a requested run. Its draft and its connection are resolved once. */
async function prepareRun(
  database: Database,
  request: RunRequestRow,
  steps: PreparationSteps,
): Promise<Result<StartedRun>> {
  const { kysely } = database
  const { draft_id: draftId, connection_id: connectionId } = request
  const closed = await closedProblem(kysely, draftId)
  if (closed) return closed
  // What is frozen now would be stored again.
  if (await isDraftErasing(kysely, draftId, steps.now())) return problemOf('draft_erasing')
  const sheet = findSheetById(request.sheet)
  const draft = await findDraft(kysely, draftId)
  if (!sheet || (draft !== undefined && draft.sheet !== sheet.id)) return problemOf('malformed')
  const context = await resolveContext(kysely, { draftId, sheetId: sheet.id, connectionId })
  const { connection, envId } = context
  if (!connection) return problemOf('connection_gone')
  const run = new RunPreparation(database, request, steps, {
    ...context,
    connection,
    target: { envId, connectionId },
  })
  if (request.kind === 'check') return run.check()
  return request.halving === null ? run.register() : run.sendInHalves(request.halving)
}

/** A run request, and what it names. It has a method for each kind of run. */
class RunPreparation {
  /** The revision of the draft from which its orders were frozen; absent before that. */
  private revision?: number

  constructor(
    private readonly database: Database,
    private readonly request: RunRequestRow,
    private readonly steps: PreparationSteps,
    private readonly context: RunContext,
  ) {}

  /**
   * Checks the orders that the desk accepts and that have no recent pass in their current form. On sheets without a
   * check operation, it allows rejected records to be registered again.
   */
  async check(): Promise<Result<StartedRun>> {
    const { context } = this
    const { check: operation } = context.sheet
    const frozen = await this.freeze()
    const notSent = countNotSent(frozen)
    await saveFindings(this.database, this.request, context, frozen)
    const known = await this.outcomes(frozen.orders)
    if (!operation) {
      const at = iso(this.steps.now())
      await clearUnchangedRejections(this.database.kysely, context, frozen.orders, known, at)
      return ok({ runId: '', accepted: 0, ...notSent })
    }
    const checkable = frozen.orders.filter(order => !isCancelledByShop(known.get(order.mallOrderNumber)))
    const passes = new Map<string, string>()
    const now = this.steps.now()
    const orders = checkable.filter(order => {
      const outcome = known.get(order.mallOrderNumber)
      if (!isFreshPass(order, outcome, now)) return true
      passes.set(order.mallOrderNumber, outcome.checkedAt)
      return false
    })
    const fresh = checkable.length - orders.length
    const started = await this.start({ kind: 'check', operation, orders }, frozen)
    // A check that does not start leaves the results of the last one as they are.
    if (started.ok) await countPasses(this.database, this.request, context, passes, orders.length > 0)
    return started.ok ? ok({ ...started.value, ...notSent, fresh }) : started
  }

  /**
   * Registers unchanged orders that passed their check; on sheets without a check operation, records that the desk
   * accepts and that were not rejected in their current form. The ledger decides about each order. In production no run
   * starts before the operator has typed the number of records, including orders that wait behind a stopped run of the
   * same connection; the number that a program confirms is compared on every connection. Orders that were rejected before
   * and passed since are sent only by `again`: other orders of the request could be rejected with them.
   */
  async register(): Promise<Result<StartedRun>> {
    const { draftId, sheet, connection, envId, target } = this.context
    const isAgain = this.request.again === 1
    // Runs of other connections are not continued: they send with other accounts. A run that stopped after the operator
    // pressed Register (in another tab, or twice) is a problem that the operator has not seen. One that stopped in the
    // future did so while the clock was ahead.
    const all = isAgain ? [] : await listHaltedRegistrations(this.database.kysely, draftId, target)
    const future = iso(this.steps.now() + CLOCK_TOLERANCE_MS)
    const runs = all.filter(({ since }) => since <= this.request.requested_at || since > future)
    const halted = runs.map(run => run.id)
    const waiting = countQueued(runs)
    const frozen = await this.freeze()
    if (await this.isRegrouped(frozen)) return fail('regrouped', steerWords('regrouped'))
    const known = await this.outcomes(frozen.orders)
    const orders = frozen.orders.filter(order =>
      isRegistrable(order, known.get(order.mallOrderNumber), {
        hasCheck: sheet.check !== undefined,
        isAgain,
      }),
    )
    const { confirmed } = this.request
    const terms = { waiting, ...(confirmed !== null && { confirmed }) }
    const started = await this.start(
      { kind: 'register', operation: sheet.register, orders, ...terms },
      frozen,
    )
    if (!started.ok) return started
    if (started.value.toConfirm !== undefined) return ok({ ...started.value, waiting })
    const { elsewhere, changed } = countNotSent(frozen)
    const mustConfirm = confirmed !== null || connection.environment === 'production'
    if (mustConfirm && waiting > 0 && started.value.accepted + waiting !== confirmed) {
      return ok({ ...started.value, toConfirm: waiting, waiting })
    }
    // Orders behind a stopped run continue as well: the operator has seen why it stopped.
    const now = iso(this.steps.now())
    const [resumed] = await resumeRegistrations(this.database, envId, halted, now)
    // After a restore Register resumes nothing: the paused run says why.
    const runId = started.value.runId || (resumed ?? (waiting > 0 ? halted[0] : undefined) ?? '')
    return ok({ changed, ...started.value, elsewhere, runId })
  }

  /**
   * Sends the orders of a request that was rejected without a reason again in halves, to find the orders to blame.
   * Accepted halves are registered. Orders that were edited since, or whose pass has expired, are not sent.
   */
  async sendInHalves(attemptId: string): Promise<Result<StartedRun>> {
    const { register: operation, recordType: record } = this.context.sheet
    const frozen = await this.freeze()
    if (await this.isRegrouped(frozen)) return fail('regrouped', steerWords('regrouped'))
    const { confirmed } = this.request
    const terms = { halving: attemptId, ...(confirmed !== null && { confirmed }) }
    const started = await this.start({ kind: 'register', operation, orders: frozen.orders, ...terms }, frozen)
    if (!started.ok || started.value.toConfirm !== undefined) return started
    return started.value.accepted === 0 ? fail('not_checked', halvingWords('nothing', { record })) : started
  }

  /**
   * The sendable orders of the stored draft, without those that are already at the service and those that changed after
   * the request. For orders that another draft has registered, the differing fields are stored.
   */
  private async freeze(): Promise<FrozenOrders> {
    const { context } = this
    const { draftId, sheet, envId, connection } = context
    const { longReads } = this.database
    const holders = new Map<string, HeldElsewhere>()
    const required = await requirementsBySheet(longReads, sheet.id, connection.id)
    const conditions = {
      isProduction: connection.environment === 'production',
      requirements: required.get(connection.id) ?? [],
    }
    const frozen = await this.freezeLines(conditions, async () => ({
      ...conditions,
      held: await listHeldLines(longReads, draftId, envId),
      changed: await this.changedLines(),
      findHeldElsewhere: async numbers => {
        for (const one of await findHeldElsewhere(longReads, context, numbers)) holders.set(one.number, one)
        return new Set(holders.keys())
      },
      // Queueing the frozen orders is the second half of the work.
      onProgress: (done, total) => this.steps.progress(Math.floor(done / 2), total),
    }))
    this.steps.failpoint('frozen')
    const registered = frozen.heldElsewhere.flatMap(({ mallOrderNumber }): RefusedOrder[] =>
      holders.get(mallOrderNumber)?.state === 'REGISTERED'
        ? [{ mallOrderNumber, reason: 'already_registered' }]
        : [],
    )
    const run = this.frozenRun({ kind: 'register', operation: sheet.register, orders: frozen.heldElsewhere })
    await saveRefusalConflicts(this.database.kysely, context, run, registered, iso(this.steps.now()))
    return frozen
  }

  /**
   * Freezes the orders of the draft. Those that did not change since the last run of this process are not judged again.
   * @param readOptions called after the lines are read: a line that changes afterwards counts as changed
   */
  private async freezeLines(
    conditions: Pick<FreezeOptions, 'isProduction' | 'requirements'>,
    readOptions: () => Promise<FreezeOptions>,
  ): Promise<FrozenOrders> {
    const { database } = this
    const { draftId, sheet } = this.context
    const { kysely, longReads } = database
    const key = JSON.stringify([draftId, sheet.id, conditions])
    const before = judgedDrafts.find(database, key)
    const current = (await findDraftRevision(kysely, draftId))?.revision
    if (before && before.revision === current) {
      const frozen = await freezeJudgedOrders(before, await readOptions())
      if (frozen) {
        judgedDrafts.keep(database, key, { ...before, orders: frozen.judged })
        this.revision = before.revision
        return frozen
      }
    }
    const { lines, revision } = await readRevisedLines(longReads, draftId)
    const frozen = await freezeOrders(lines, sheet, await readOptions(), before)
    judgedDrafts.keep(database, key, { revision, orders: frozen.judged })
    this.revision = revision
    return frozen
  }

  /** Lines that changed after the revision that the operator saw. */
  private async changedLines(): Promise<ReadonlySet<string>> {
    const { kysely, longReads } = this.database
    const { draft_id: draftId, revision } = this.request
    if (revision === null) return new Set()
    const current = await findDraftRevision(kysely, draftId)
    return current && current.revision > revision
      ? listLinesChangedAfter(longReads, draftId, revision)
      : new Set()
  }

  /**
   * Whether products may lack lines that the operator saw. Of orders, the check that they passed tells that: it was of
   * the same contents.
   */
  private async isRegrouped({ judged }: FrozenOrders): Promise<boolean> {
    const { kysely, longReads } = this.database
    const { draftId, sheet } = this.context
    const { revision: seen } = this.request
    if (sheet.check !== undefined || seen === null) return false
    // The process that prepared the request before was stopped after it started the run.
    const run = await findRunByRequest(kysely, this.request.client_request_id)
    if (run && run.state !== 'preparing') return false
    const current = await findDraftRevision(kysely, draftId)
    if (!current || current.revision <= seen) return false
    // Lines that were removed since may not be stored any more.
    if (current.floor > seen) return true
    const changes = await listTrailsAfter(longReads, draftId, seen)
    const replaced = await listLinesReplacedAfter(longReads, draftId, seen)
    return isRegrouped(judged, changes, replaced, { seen, key: sheet.key })
  }

  private frozenRun(run: Pick<FrozenRun, 'kind' | 'operation' | 'orders'>): FrozenRun {
    return {
      ...run,
      draftId: this.request.draft_id,
      connectionId: this.request.connection_id,
      operatorId: this.request.started_by,
      clientRequestId: this.request.client_request_id,
      runId: this.request.id,
      ...(this.revision !== undefined && { revision: this.revision }),
    }
  }

  /** Starts the requested run, unless a process that died afterwards has already started it. */
  private async start(
    terms: Pick<FrozenRun, 'kind' | 'operation' | 'orders' | 'confirmed' | 'waiting' | 'halving'>,
    frozen: FrozenOrders,
  ): Promise<Result<StartedRun>> {
    const { context } = this
    const before = await findRunByRequest(this.database.kysely, this.request.client_request_id)
    if (before && before.state !== 'preparing') {
      return ok({ runId: before.id, accepted: before.total, withheld: 0 })
    }
    if (terms.orders.length === 0 && terms.halving === undefined) {
      return ok({ runId: '', accepted: 0, withheld: 0 })
    }
    const refused = frozen.changed.map(
      (mallOrderNumber): RefusedOrder => ({ mallOrderNumber, reason: 'changed' }),
    )
    const run: FrozenRun = { ...this.frozenRun(terms), ...terms, refused }
    const total = frozen.orders.length
    const started = await this.steps.start(run, queued =>
      this.steps.progress(Math.floor((total + (total * queued) / terms.orders.length) / 2), total),
    )
    if (!started.ok && started.problem.code === 'unconfirmed') {
      return ok({ runId: '', accepted: 0, withheld: 0, toConfirm: started.problem.count ?? 0 })
    }
    if (!started.ok) return fail(started.problem.code, problemSentence(started.problem))
    if (run.kind === 'register')
      await saveRefusalConflicts(this.database.kysely, context, run, started.refused, iso(this.steps.now()))
    await saveParcels(this.database, context, parcelsOf(terms.orders, frozen))
    const changed = started.refused.filter(({ reason }) => reason === 'changed').length
    return ok({ runId: started.runId, accepted: started.accepted, withheld: 0, changed })
  }

  private async outcomes(orders: readonly PreparedOrder[]): Promise<ReadonlyMap<string, DeskOutcome>> {
    const { draftId, target } = this.context
    const numbers = [...new Set(orders.map(order => order.mallOrderNumber))]
    const found = await outcomesOf(this.database.kysely, draftId, target, numbers)
    return new Map(found.map(outcome => [outcome.mallOrderNumber, outcome]))
  }
}

/** What identifies the recipients and items of the orders that are sent. */
const parcelsOf = (orders: readonly PreparedOrder[], { parcels }: FrozenOrders): OrderParcel[] =>
  orders.flatMap(({ mallOrderNumber: number }) => {
    const key = parcels.get(number)
    return key === undefined ? [] : [{ number, key }]
  })

/** How many orders of the draft are not sent, by reason. */
const countNotSent = ({ withheld, heldElsewhereCount, changed }: FrozenOrders) => ({
  withheld,
  elsewhere: heldElsewhereCount,
  changed: changed.length,
})
