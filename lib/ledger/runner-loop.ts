import 'server-only'
import { releaseOtherLeases } from '@/lib/store/ledger-environments'
import { claimRun, findRun, listRunning, moveRun, noteDoor, type RunRow, releaseRun } from '@/lib/store/runs'
import type { Problem, ProblemCode } from './problem'
import { runCheck } from './runner-check-run'
import { type Door, iso, type Ports } from './runner-ports'
import { livingBoots, reap, sayAlive } from './runner-reap'
import { runRegister } from './runner-register-run'
import { Rests } from './runner-rest'
import { sweep } from './runner-sweep'

/** A run that was worked on in so many crashes in a row waits for a person: it may be what kills the server. */
const MOST_CRASHES = 3

/** Runs of one process that are worked on at once; the rest wait for their turn. */
const MOST_RUNS = 8

/**
 * Works on runs: takes those that nobody works on, and what dead processes left. The tables are the queue;
 * nothing is kept in memory that a crash would lose.
 */
export class Runner {
  private readonly startedAt: string
  /** Runs that this process works on now. */
  private readonly working = new Map<string, Promise<void>>()
  /** Registrations that this process has under way. */
  private readonly attempts = new Set<string>()
  /** Runs that ended in an exception. */
  private readonly rests = new Rests()
  private ticking: Promise<void> | undefined
  private again = false
  private isCrashing = false
  private timer: NodeJS.Timeout | undefined

  constructor(private readonly ports: Ports) {
    this.startedAt = iso(ports.now())
  }

  /** Looks for work now, and from now on regularly. */
  async resume(): Promise<void> {
    this.timer ??= setInterval(() => void this.wake(), this.ports.limits.beat).unref()
    await this.wake()
  }

  /** Looks for work; a call while one is under way makes it look once more. */
  wake(): Promise<void> {
    this.again = true
    this.ticking ??= this.tick().finally(() => {
      this.ticking = undefined
    })
    return this.ticking
  }

  /**
   * Takes no further run and waits until those under way stand at a request's end.
   * @param isCrash the process ends because something went wrong: the runs under way count that
   */
  async close(isCrash = false): Promise<void> {
    this.isCrashing = isCrash
    this.ports.closing.abort()
    clearInterval(this.timer)
    await this.ticking
    await Promise.all(this.working.values())
  }

  /** Whether this process lets a run wait until the storage takes it. */
  isWaitingForStorage(runId: string): boolean {
    return !this.working.has(runId) && this.rests.isWaiting(runId)
  }

  /** Waits until this process works on nothing. */
  async idle(): Promise<void> {
    for (;;) {
      await this.wake()
      if (this.working.size === 0) return
      await Promise.race(this.working.values())
    }
  }

  private async tick(): Promise<void> {
    while (this.again && !this.ports.closing.signal.aborted) {
      this.again = false
      try {
        await this.look()
      } catch (error) {
        this.ports.report(error)
      }
    }
  }

  private async look(): Promise<void> {
    const { ports } = this
    const { kysely } = ports.database
    await sayAlive(ports, this.startedAt)
    const living = await livingBoots(ports)
    await reap(ports, living, this.attempts)
    await sweep(ports, living)
    await releaseOtherLeases(kysely, ports.bootId, [...this.working.keys()])
    // It took the writes above.
    const isWell = ports.database.hasRoom()
    for (const run of await listRunning(kysely)) {
      if (this.working.size >= MOST_RUNS || this.ports.closing.signal.aborted) return
      if (this.working.has(run.id) || this.rests.isResting(run.id, isWell, ports.now())) continue
      const isLeft = run.owner !== null && run.owner !== ports.bootId
      if (isLeft && living.has(run.owner ?? '')) continue
      if (!(await claimRun(kysely, run.id, run.owner, ports.bootId))) continue
      if (isLeft && run.crashes + 1 >= MOST_CRASHES) await this.pause(run.id, 'crashed')
      else this.begin(run)
    }
  }

  private begin(run: RunRow): void {
    const work = this.work(run)
      .then(() => this.rests.end(run.id))
      .catch(error => {
        this.rests.begin(run.id, error, this.ports.now())
        this.ports.report(error)
      })
      // A run whose owner is dead, and was not let go of, was worked on in a crash.
      .then(() =>
        this.isCrashing ? undefined : releaseRun(this.ports.database.kysely, run.id, this.ports.bootId),
      )
      .catch(error => this.ports.report(error))
      .finally(() => this.working.delete(run.id))
    this.working.set(run.id, work)
  }

  private async work(run: RunRow): Promise<void> {
    const openDoor = () => this.openDoor(run)
    if (run.kind === 'register') return runRegister(this.ports, run, openDoor, this.attempts)
    return runCheck(this.ports, run, openDoor)
  }

  /**
   * The connection of a run, if it still is what it was when a person last had the run go on: at the same address, with
   * the same credentials. Else the run pauses before its next request.
   */
  private async openDoor({ id }: RunRow): Promise<Door | undefined> {
    const { ports } = this
    const run = await findRun(ports.database.kysely, id)
    if (!run || ports.closing.signal.aborted) return undefined
    const door = await ports.openDoor(run.connection_id)
    const code = doorProblem(run, door)
    if (door && !code) {
      if (run.door === null) await noteDoor(ports.database.kysely, id, door.stamp)
      return door
    }
    await this.pause(id, code ?? 'connection_gone')
    return undefined
  }

  private async pause(runId: string, code: ProblemCode): Promise<void> {
    const problem: Problem = { code }
    const at = iso(this.ports.now())
    await moveRun(this.ports.database.kysely, runId, ['running'], 'paused', at, JSON.stringify(problem))
  }
}

/** Why a connection is not the one through which a run was begun; a run without a mark takes it as it is. */
function doorProblem(run: RunRow, door: Door | undefined): ProblemCode | undefined {
  if (!door) return 'connection_gone'
  if (door.envId !== run.env_id) return 'connection_moved'
  return run.door === null || run.door === door.stamp ? undefined : 'connection_changed'
}
