import 'server-only'
import type { RunProblem, RunProblemCode } from '@/lib/ledger/rules/problem'
import { type Leases, listLeases, releaseOtherLeases } from '@/lib/store/ledger/environments/leases'
import {
  claimRun,
  findRun,
  listRunning,
  type RunRow,
  recordStartedRevision,
  releaseRun,
  startedRevision,
  transitionRun,
} from '@/lib/store/ledger/runs/runs'
import { iso } from '@/lib/store/stored-values'
import { inSpan } from '@/lib/telemetry/span'
import { Backoff } from './backoff'
import { runCheck } from './check/check-run'
import { endImpossibleWaits } from './environment'
import { claimDelay, FairShare, loadsOfOthers } from './fair-share'
import type { OpenConnection } from './open-connection'
import type { Ports } from './ports'
import { Preparations } from './preparation/preparation'
import { findLivingBoots, reap, sendHeartbeat } from './recovery/reap'
import { afterLostCommits, hasLostRequests } from './recovery/restore'
import { sweep } from './recovery/sweep'
import { runRegistration } from './register/register-run'
import { Replays } from './register/replays'
import { publishRunEnd } from './run-end'

/** After this many crashes in a row a run waits for a person: it may be what kills the server. */
const MAX_CRASHES = 3

/** Runs that one process works on at the same time; the others wait. */
const MAX_CONCURRENT_RUNS = 12

/** Checks among them on one connection, which may be slow: further ones wait, and keep no other run from its place. */
const MAX_CHECKS_OF_CONNECTION = 4

const NO_LEASES: Leases = new Map()

/** What decides for all runs whether this process may claim them now. */
interface ClaimFacts {
  /** Boot ids of the processes that are alive. */
  readonly living: ReadonlySet<string>
  /** The leases of environments. */
  readonly leases: Leases
  /** Whether the disk of the database has room. */
  readonly isStorageWell: boolean
}

/**
 * Works on runs: claims those without an owner, and those of dead processes. The tables are the queue; a crash loses
 * nothing that is only in memory.
 */
export class Runner {
  private readonly startedAt: string
  /** Runs that this process is working on. */
  private readonly working = new Map<string, { readonly run: RunRow; readonly done: Promise<void> }>()
  /** Registration requests of this process that are under way: the reaper skips them. */
  private readonly ownAttempts = new Set<string>()
  /** Runs that failed with an exception and wait before the next try. */
  private readonly backoff = new Backoff()
  private readonly share: FairShare
  private readonly preparations: Preparations
  private readonly replays: Replays
  private ticking: Promise<void> | undefined
  private isWakeRequested = false
  private isCrashing = false
  private timer: NodeJS.Timeout | undefined
  private stopListening: (() => void) | undefined

  constructor(private readonly ports: Ports) {
    this.startedAt = iso(ports.now())
    this.share = new FairShare(claimDelay(ports.limits))
    this.preparations = new Preparations(ports, () => {
      ports.database.channel.announce('work')
      if (this.timer) void this.wake()
    })
    this.replays = new Replays(ports, this.ownAttempts)
  }

  /** Looks for work now, at every heartbeat, and when another server announces work. */
  async resume(): Promise<void> {
    this.timer ??= setInterval(() => void this.wake(), this.ports.limits.heartbeatMs).unref()
    this.stopListening ??= this.ports.database.channel.listen('work', () => void this.wake())
    await this.wake()
  }

  /** Looks for work; a call during a look makes it look once more. */
  wake(): Promise<void> {
    this.isWakeRequested = true
    this.ticking ??= this.tick().finally(() => {
      this.ticking = undefined
    })
    return this.ticking
  }

  /**
   * Claims no further run and waits until each run under way has finished its request.
   * @param isCrash the process ends because of an error: the crash counts for the runs under way
   */
  async close(isCrash = false): Promise<void> {
    this.isCrashing = isCrash
    this.ports.closing.abort()
    clearInterval(this.timer)
    this.stopListening?.()
    await this.ticking
    await Promise.all([this.preparations.close(isCrash), this.replays.settled(), ...this.allDone])
  }

  /** Whether a run waits in this process until the storage works again. */
  isWaitingForStorage(runId: string): boolean {
    return !this.working.has(runId) && this.backoff.isWaitingForStorage(runId)
  }

  /** Waits until this process has no work left. */
  async idle(): Promise<void> {
    for (;;) {
      await this.wake()
      if (this.working.size === 0 && !this.preparations.isBusy && !this.replays.isBusy) return
      if (this.preparations.isBusy) await this.preparations.settled()
      else if (this.replays.isBusy) await this.replays.settled()
      else await Promise.race(this.allDone)
    }
  }

  private async tick(): Promise<void> {
    while (this.isWakeRequested && !this.ports.closing.signal.aborted) {
      this.isWakeRequested = false
      try {
        await this.poll()
      } catch (error) {
        this.ports.report(error)
      }
    }
  }

  private async poll(): Promise<void> {
    const living = await this.recover()
    await this.preparations.poll(living)
    this.replays.poll()
    await this.claimRuns(living)
  }

  /** Shows that this process is alive, and ends what dead ones left behind. @returns the boot ids that are alive */
  private async recover(): Promise<ReadonlySet<string>> {
    const { ports } = this
    const { kysely } = ports.database
    await sendHeartbeat(ports, this.startedAt)
    if (await hasLostRequests(ports, kysely)) await afterLostCommits(ports)
    const living = await findLivingBoots(ports)
    await reap(ports, living, this.ownAttempts)
    await sweep(ports, living)
    await endImpossibleWaits(ports)
    await releaseOtherLeases(kysely, ports.bootId, [...this.working.keys()])
    return living
  }

  /** Claims runs without a living owner, as many as this process may have, and begins to work on them. */
  private async claimRuns(living: ReadonlySet<string>): Promise<void> {
    const { ports } = this
    const { kysely } = ports.database
    // The heartbeat of `recover` proves that the database accepts writes.
    const isStorageWell = ports.database.hasRoom()
    const running = await listRunning(kysely)
    const owners = running.map(run => run.owner)
    const others = loadsOfOthers(owners, living, ports.bootId)
    this.share.keepOnly(new Set(running.map(run => run.id)))
    const leases = running.some(run => run.kind === 'register') ? await listLeases(kysely) : NO_LEASES
    for (const run of running) {
      if (this.working.size >= MAX_CONCURRENT_RUNS || this.ports.closing.signal.aborted) return
      if (!this.isClaimable(run, { living, leases, isStorageWell })) continue
      if (!this.share.mayClaim(run.id, this.working.size, others.values(), ports.monotonicNow())) continue
      if (!(await claimRun(kysely, run.id, run.owner, ports.bootId))) continue
      if (!this.isForeign(run) || run.crashes + 1 < MAX_CRASHES) this.begin(run)
      else {
        await this.pause(run.id, 'crashed')
        await publishRunEnd(ports, run.id)
      }
    }
  }

  /** Whether no living process works on a run, and nothing here or in its environment keeps it from sending. */
  private isClaimable(run: RunRow, { living, leases, isStorageWell }: ClaimFacts): boolean {
    if (this.working.has(run.id)) return false
    if (this.backoff.isBackingOff(run.id, isStorageWell, this.ports.monotonicNow())) return false
    if (this.isForeign(run) && living.has(run.owner ?? '')) return false
    if (run.kind === 'check') return !this.hasEnoughChecks(run)
    const lease = leases.get(run.env_id)
    const isLeased = lease !== undefined && lease.runId !== run.id && living.has(lease.owner)
    return !isLeased && !this.isRegistering(run.env_id)
  }

  /** Whether another process, dead or alive, owns a run. */
  private isForeign({ owner }: RunRow): boolean {
    return owner !== null && owner !== this.ports.bootId
  }

  private begin(run: RunRow): void {
    const work = this.work(run)
      .then(() => this.backoff.succeeded(run.id))
      .then(() => publishRunEnd(this.ports, run.id))
      .catch(error => {
        this.backoff.failed(run.id, error, this.ports.monotonicNow())
        this.ports.report(error)
      })
      // A run that keeps its dead owner counts as one that was under way during a crash.
      .then(() =>
        this.isCrashing ? undefined : releaseRun(this.ports.database.kysely, run.id, this.ports.bootId),
      )
      .catch(error => this.ports.report(error))
      .finally(() => {
        this.working.delete(run.id)
        // The next run need not wait for the next heartbeat, here or on another server.
        this.ports.database.channel.announce('work')
        if (this.timer) void this.wake()
      })
    this.working.set(run.id, { run, done: work })
  }

  /** Whether this process registers in an environment. Another registration there would only hold a place. */
  private isRegistering(envId: string): boolean {
    return [...this.working.values()].some(({ run }) => run.kind === 'register' && run.env_id === envId)
  }

  /** Whether this process has as many checks on the connection of a check as it may have. */
  private hasEnoughChecks({ connection_id: connectionId }: RunRow): boolean {
    const checks = [...this.working.values()].filter(
      ({ run }) => run.kind === 'check' && run.connection_id === connectionId,
    )
    return checks.length >= MAX_CHECKS_OF_CONNECTION
  }

  private get allDone(): readonly Promise<void>[] {
    return [...this.working.values()].map(({ done }) => done)
  }

  private async work(run: RunRow): Promise<void> {
    const resolve = () => this.resolveConnection(run)
    const attributes = { 'lading.run': run.id, 'lading.kind': run.kind, 'lading.operation': run.operation }
    return inSpan('run', attributes, () =>
      run.kind === 'register'
        ? runRegistration(this.ports, run, resolve, this.ownAttempts)
        : runCheck(this.ports, run, resolve),
    )
  }

  /**
   * Resolves the connection of a run. When its address or its credentials have changed since a person started or
   * continued the run, the run pauses before its next request.
   * @returns undefined when the run must not send
   */
  private async resolveConnection({ id }: RunRow): Promise<OpenConnection | undefined> {
    const { ports } = this
    const run = await findRun(ports.database.kysely, id)
    if (!run || ports.closing.signal.aborted) return undefined
    const connection = await ports.resolveConnection(run.connection_id)
    const code = connectionProblem(run, connection)
    if (connection && !code) {
      if (startedRevision(run) === null)
        await recordStartedRevision(ports.database.kysely, id, connection.revision)
      return connection
    }
    await this.pause(id, code ?? 'connection_gone')
    return undefined
  }

  private async pause(runId: string, code: RunProblemCode): Promise<void> {
    const problem: RunProblem = { code }
    const at = iso(this.ports.now())
    const { write } = this.ports.database
    await write(trx => transitionRun(trx, runId, ['running'], 'paused', at, problem))
  }
}

/** How the connection differs from the one that the run was started with; a run without a revision accepts any. */
function connectionProblem(run: RunRow, connection: OpenConnection | undefined): RunProblemCode | undefined {
  if (!connection) return 'connection_gone'
  if (connection.envId !== run.env_id) return 'connection_moved'
  const revision = startedRevision(run)
  return revision === null || revision === connection.revision ? undefined : 'connection_changed'
}
