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
} from '@/lib/store/ledger/runs/run-requests'
import type { RunKind } from '@/lib/store/ledger/runs/run-tables'
import { iso } from '@/lib/store/stored-values'
import { isLanguage, type Language, languages } from '@/lib/words/locale/languages'
import { withLanguage } from '@/lib/words/locale/request-locale'
import { Backoff } from '../backoff'
import { claimDelay, FairShare, loadsOfOthers } from '../fair-share'
import type { Ports } from '../ports'
import { startRun } from './start'

/** A request to check or register, before its orders are frozen. */
export interface NewRunRequest {
  readonly kind: RunKind
  readonly sheet: string
  readonly draftId: string
  readonly connectionId: string
  readonly operatorId: string
  /** The operator's language, in which the result of the run request is written. */
  readonly language?: Language
  /** Created by the caller: the same id starts no second run. */
  readonly clientRequestId: string
  /** The revision of the draft that the operator saw. */
  readonly revision?: number | undefined
  readonly again?: boolean | undefined
  readonly confirmed?: number | undefined
  /** The rejected request whose orders are sent again in halves. */
  readonly halving?: string | undefined
}

/** Stores a run request. @returns its id; a repeated `clientRequestId` returns the same id */
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

/** Run requests that one process prepares at the same time; the others wait. */
const MAX_CONCURRENT = 4

/** A run request that was being prepared in this many consecutive crashes is given up: it may cause the crashes. */
const MAX_CRASHES = 3

/**
 * A run request that could not be prepared within this time is given up, in milliseconds: after a long outage its
 * operator no longer expects it to be sent.
 */
export const REQUEST_LIFETIME_MS = 10 * 60_000

/** How often progress is stored, in milliseconds. */
const PROGRESS_INTERVAL_MS = 250

/**
 * Prepares recorded run requests: freezes their orders and starts their runs. The table is the queue: run requests of
 * dead processes are taken over. A run is found by its client request id, so a run request starts at most one run.
 */
export class Preparations {
  private readonly working = new Map<string, { readonly draftId: string; readonly done: Promise<void> }>()
  private readonly backoff = new Backoff()
  private readonly share: FairShare
  private isCrashing = false

  /** @param onPrepared called when the run of a run request may begin */
  constructor(
    private readonly ports: Ports,
    private readonly onPrepared: () => void,
  ) {
    this.share = new FairShare(claimDelay(ports.limits))
  }

  /**
   * Claims run requests that no living process prepares, the oldest of each draft first.
   * @param living ids of living processes
   */
  async poll(living: ReadonlySet<string>): Promise<void> {
    const { ports } = this
    if (!ports.preparation) return
    const { kysely } = ports.database
    const isWell = ports.database.hasRoom()
    const drafts = new Set([...this.working.values()].map(({ draftId }) => draftId))
    const requests = await listOpenRunRequests(kysely)
    const owners = requests.map(request => request.owner)
    const others = loadsOfOthers(owners, living, ports.bootId)
    this.share.keepOnly(new Set(requests.map(request => request.id)))
    for (const request of requests) {
      if (this.working.size >= MAX_CONCURRENT || ports.closing.signal.aborted) return
      const { id, draft_id: draftId, owner } = request
      if (drafts.has(draftId)) continue
      drafts.add(draftId)
      if (this.backoff.isBackingOff(id, isWell, ports.monotonicNow())) continue
      if (owner !== null && owner !== ports.bootId && living.has(owner)) continue
      if (!this.share.mayClaim(id, this.working.size, others.values(), ports.monotonicNow())) continue
      if (!(await claimRunRequest(kysely, id, owner, ports.bootId))) continue
      const isCrash = owner !== null && owner !== ports.bootId
      this.begin({ ...request, crashes: request.crashes + (isCrash ? 1 : 0) })
    }
  }

  /** Whether this process is preparing any run request. */
  get isBusy(): boolean {
    return this.working.size > 0
  }

  /** Waits until the first of the running preparations ends. */
  async settled(): Promise<void> {
    await Promise.race([...this.working.values()].map(({ done }) => done))
  }

  /**
   * Waits for the running preparations, which end soon once `closing` is aborted; another process takes them over.
   * @param isCrash this process ends because of an error: the crash counts for the running preparations
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
        this.backoff.failed(id, error, ports.monotonicNow())
        ports.report(error)
      })
      // Has no effect on a finished run request. A run request that stays claimed by a dead process counts a crash.
      .then(() => (this.isCrashing ? undefined : releaseRunRequest(ports.database.kysely, id, ports.bootId)))
      .catch(error => ports.report(error))
      .finally(() => {
        this.working.delete(id)
        this.onPrepared()
      })
    this.working.set(id, { draftId, done })
  }

  private async prepare(request: RunRequestRow): Promise<void> {
    const { ports } = this
    ports.failpoint('request_claimed')
    const language = isLanguage(request.language) ? request.language : languages[0]
    const result = await withLanguage(language, () => this.resultOf(request))
    if (result === undefined) return
    // A run request that was cancelled or taken over by another process stays unchanged here.
    const { kysely } = ports.database
    await finishRunRequest(kysely, request.id, ports.bootId, result, iso(ports.now()))
  }

  /** @returns undefined when this process ends: another one prepares the run request */
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
        now: ports.now,
        progress: (done, total) => {
          ports.closing.signal.throwIfAborted()
          progress.report(done, total)
        },
        start: (run, onProgress) => startRun(ports, run, onProgress),
        failpoint: ports.failpoint,
      })
      // A start that the end of this process interrupted has not failed: another process repeats it.
      return ports.closing.signal.aborted ? undefined : result
    } catch (error) {
      if (ports.closing.signal.aborted) throw error
      // A full disk or an unreachable database is not a bug. Pressing again is safe.
      logFault('a run was not started', error)
      return preparation.failure('storage')
    } finally {
      await progress.end()
    }
  }
}

/** Stores the progress of one preparation at intervals. */
class StoredProgress {
  private storedAt = Number.NEGATIVE_INFINITY
  private storing: Promise<void> | undefined

  constructor(
    private readonly ports: Ports,
    private readonly id: string,
  ) {}

  report(done: number, total: number): void {
    const now = this.ports.monotonicNow()
    if (this.storing || now - this.storedAt < PROGRESS_INTERVAL_MS) return
    this.storedAt = now
    this.storing = setPreparationProgress(this.ports.database.kysely, this.id, { done, total })
      // Progress is only displayed: the preparation itself reports storage failures.
      .catch(() => undefined)
      .finally(() => {
        this.storing = undefined
      })
  }

  async end(): Promise<void> {
    await this.storing
  }
}
