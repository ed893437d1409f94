import 'server-only'
import { logFault } from '@/lib/log/log'
import type { Db } from '@/lib/store/db/database'
import { newId } from '@/lib/store/ledger/ids'
import {
  claimRunRequest,
  finishRunRequest,
  insertRunRequest,
  listOpenRunRequests,
  type RunRequestRow,
  releaseRunRequest,
  setPreparationProgress,
} from '@/lib/store/ledger/run-requests'
import type { RunKind } from '@/lib/store/ledger/tables'
import { isLanguage, type Language, languages } from '@/lib/words/languages'
import { withLanguage } from '@/lib/words/request-locale'
import { Backoff } from './backoff'
import { iso, type Ports } from './ports'
import { startRun } from './start'

/** A press of Check or Register, before anything is frozen. */
export interface NewRunRequest {
  readonly kind: RunKind
  readonly sheet: string
  readonly draftId: string
  readonly connectionId: string
  readonly operatorId: string
  /** The operator's language; the result of the press is worded in it. */
  readonly language?: Language
  /** Made by the browser once per press. */
  readonly clientRequestId: string
  /** The revision of the draft that the operator saw. */
  readonly revision?: number | undefined
  readonly again?: boolean | undefined
  readonly confirmed?: number | undefined
  /** The refused request whose orders are sent again in halves. */
  readonly halving?: string | undefined
}

/** Stores a press. @returns the id of its request; the same `clientRequestId` again has the same one */
export const recordRunRequest = (trx: Db, request: NewRunRequest, at: string): Promise<string> =>
  insertRunRequest(trx, {
    id: newId(),
    client_request_id: request.clientRequestId,
    kind: request.kind,
    sheet: request.sheet,
    draft_id: request.draftId,
    connection_id: request.connectionId,
    revision: request.revision ?? null,
    again: request.again ? 1 : 0,
    confirmed: request.confirmed ?? null,
    halving: request.halving ?? null,
    started_by: request.operatorId,
    ...(request.language && { language: request.language }),
    requested_at: at,
    owner: null,
    finished_at: null,
    result: null,
  })

/** Presses of one process that are prepared at once; the rest wait for their turn. */
const MAX_CONCURRENT = 4

/** A press whose preparation was under way in so many crashes in a row is given up: it may be what kills the server. */
const MAX_CRASHES = 3

/**
 * A press that could not be prepared within this time is given up, in milliseconds: after a long standstill nobody
 * expects any more that something is sent.
 */
export const REQUEST_LIFETIME_MS = 10 * 60_000

/** How often progress is stored, in milliseconds. */
const PROGRESS_INTERVAL_MS = 250

/**
 * Prepares recorded presses: freezes their orders and starts their runs. The table is the queue: a press that a dead
 * process left is taken over, and since its run is known by its client request id, it starts one run at most.
 */
export class Preparations {
  private readonly working = new Map<string, { readonly draftId: string; readonly done: Promise<void> }>()
  private readonly backoff = new Backoff()
  private isCrashing = false

  constructor(private readonly ports: Ports) {}

  /** Takes presses that nobody prepares, of each draft the oldest first. @param living processes that are alive */
  async poll(living: ReadonlySet<string>): Promise<void> {
    const { ports } = this
    if (!ports.preparation) return
    const { kysely } = ports.database
    const isWell = ports.database.hasRoom()
    const drafts = new Set([...this.working.values()].map(({ draftId }) => draftId))
    for (const request of await listOpenRunRequests(kysely)) {
      if (this.working.size >= MAX_CONCURRENT || ports.closing.signal.aborted) return
      const { id, draft_id: draftId, owner } = request
      if (drafts.has(draftId)) continue
      drafts.add(draftId)
      if (this.backoff.isBackingOff(id, isWell, ports.now())) continue
      if (owner !== null && owner !== ports.bootId && living.has(owner)) continue
      if (!(await claimRunRequest(kysely, id, owner, ports.bootId))) continue
      const isCrash = owner !== null && owner !== ports.bootId
      this.begin({ ...request, crashes: request.crashes + (isCrash ? 1 : 0) })
    }
  }

  /** Whether presses are prepared by this process now. */
  get isBusy(): boolean {
    return this.working.size > 0
  }

  /** Waits for the first of the preparations under way. */
  async settled(): Promise<void> {
    await Promise.race([...this.working.values()].map(({ done }) => done))
  }

  /**
   * Waits for the preparations under way, which end soon once `closing` is aborted; another process takes them over.
   * @param isCrash this process ends because of an error: the crash counts for what is under way
   */
  async close(isCrash: boolean): Promise<void> {
    this.isCrashing = isCrash
    await Promise.all([...this.working.values()].map(({ done }) => done))
  }

  private begin(request: RunRequestRow): void {
    const { ports } = this
    const { id, draft_id: draftId } = request
    const done = this.prepare(request)
      .then(() => this.backoff.succeeded(id))
      .catch(error => {
        if (ports.closing.signal.aborted) return
        this.backoff.failed(id, error, ports.now())
        ports.report(error)
      })
      // Of a finished press this changes nothing. What a dead process did not let go of was under way in a crash.
      .then(() => (this.isCrashing ? undefined : releaseRunRequest(ports.database.kysely, id, ports.bootId)))
      .catch(error => ports.report(error))
      .finally(() => this.working.delete(id))
    this.working.set(id, { draftId, done })
  }

  private async prepare(request: RunRequestRow): Promise<void> {
    const { ports } = this
    ports.failpoint('request_claimed')
    const language = isLanguage(request.language) ? request.language : languages[0]
    const result = await withLanguage(language, () => this.resultOf(request))
    if (result === undefined) return
    // A press that was cancelled, or taken over by another process, has its result already.
    const { kysely } = ports.database
    await finishRunRequest(kysely, request.id, ports.bootId, result, iso(ports.now()))
  }

  /** @returns undefined when this process ends: another one prepares the press */
  private async resultOf(request: RunRequestRow): Promise<string | undefined> {
    const { ports } = this
    const { preparation } = ports
    if (!preparation) return undefined
    if (request.crashes >= MAX_CRASHES) return preparation.failure('crashed')
    if (ports.now() - Date.parse(request.requested_at) > REQUEST_LIFETIME_MS) {
      return preparation.failure('not_taken_in')
    }
    const progress = new StoredProgress(ports, request.id)
    try {
      const result = await preparation.prepare(ports.database, request, {
        progress: (done, total) => {
          ports.closing.signal.throwIfAborted()
          progress.report(done, total)
        },
        start: (run, onProgress) => startRun(ports, run, onProgress),
        failpoint: ports.failpoint,
      })
      // A start that was cut short by the end of this process has failed for no other reason.
      return ports.closing.signal.aborted ? undefined : result
    } catch (error) {
      if (ports.closing.signal.aborted) throw error
      // A full disk or a database that is away is no bug. Pressing again is safe.
      logFault('a run was not started', error)
      return preparation.failure('storage')
    } finally {
      await progress.end()
    }
  }
}

/** Stores the progress of one preparation, now and then. */
class StoredProgress {
  private storedAt = 0
  private storing: Promise<void> | undefined

  constructor(
    private readonly ports: Ports,
    private readonly id: string,
  ) {}

  report(done: number, total: number): void {
    const now = this.ports.now()
    if (this.storing || now - this.storedAt < PROGRESS_INTERVAL_MS) return
    this.storedAt = now
    this.storing = setPreparationProgress(this.ports.database.kysely, this.id, { done, total })
      // Progress is only shown: a storage in trouble is reported by the preparation itself.
      .catch(() => undefined)
      .finally(() => {
        this.storing = undefined
      })
  }

  async end(): Promise<void> {
    await this.storing
  }
}
