import type { Figures } from '@/scripts/campaign/figures'
import type { ServiceProcess } from '@/scripts/campaign/processes/service-process'
import { Deck, type SeededRandom } from '@/scripts/campaign/seeded-random'
import type { FaultProxy } from './fault-proxy'
import { endless, type Fault, faultNames } from './faults'

/** The faults that a scenario may cause. */
export interface DisturbanceTargets {
  readonly random: SeededRandom
  /** Whether deadlines are as long as in production. */
  readonly isBuilt: boolean
  /** Whether the service honours idempotency keys: then nothing rejects in its name what it executed. */
  readonly honoursKeys?: boolean
  readonly figures: Figures
  readonly service: () => ServiceProcess
  readonly proxy: () => FaultProxy
  readonly crashDatabase?: (() => Promise<void>) | undefined
  readonly fillDisk?: ((kept: number) => Promise<void>) | undefined
  /** Blocks writes for 10 s. @returns whether it could */
  readonly blockWrites?: (() => Promise<boolean>) | undefined
  /** Prevents the desks from opening files for a moment. @returns whether it could */
  readonly exhaustFileHandles?: (() => Promise<boolean>) | undefined
}

const FAULT_RATE = 0.3

/** Whether a request path checks orders. */
export const isCheck = (path: string): boolean => path.endsWith('/validators')

/** Decides what breaks in the environment of the desk, and when. */
export class Disturbances {
  private readonly faults: Deck<Fault>
  private readonly faultsOfChecks: Deck<Fault>
  /** Whether the next connection breaks before a byte of it is read. */
  private resetNext = false
  /** Calls of `breakEnvironment` until writes are blocked the next time. */
  private untilWritesBlocked = 4

  constructor(private readonly targets: DisturbanceTargets) {
    const names = faultNames.filter(
      name => !(targets.isBuilt && endless.has(name)) && !(targets.honoursKeys && name === 'rejected'),
    )
    this.faults = new Deck(names, targets.random)
    this.faultsOfChecks = new Deck(names, targets.random)
  }

  /** Whether the next connection breaks at once. */
  takeReset(): boolean {
    const isReset = this.resetNext
    this.resetNext = false
    return isReset
  }

  /** The fault of a request to a path; undefined: none. */
  chooseFault(path: string): Fault | undefined {
    const { random, figures } = this.targets
    if (!random.happens(FAULT_RATE)) return undefined
    if (isCheck(path)) {
      figures.faultsOfChecks++
      return this.faultsOfChecks.draw()
    }
    const fault = this.faults.draw()
    figures.count(figures.faults, fault)
    if (fault !== 'reset_on_accept') return fault
    this.resetNext = true
    return undefined
  }

  /** Sometimes kills the service or the database, refuses connections, or breaks the storage. */
  async breakEnvironment(): Promise<void> {
    const { random, crashDatabase, fillDisk, blockWrites, exhaustFileHandles, figures } = this.targets
    const die = random.between(1, 12)
    if (die === 1) this.targets.service().kill('before_write', random.between(1, 3))
    if (die === 2) this.targets.service().kill('after_write', random.between(1, 3))
    if (die === 3) this.targets.service().kill()
    if (random.happens(0.08)) {
      figures.count(figures.faults, 'refused')
      await this.targets.proxy().refuse(random.between(50, 300))
    }
    if (fillDisk && random.happens(0.5)) {
      const kept = random.between(0, 1)
      figures.count(figures.troubles, kept === 0 ? 'disk full' : 'disk full but for its reserve')
      await fillDisk(kept)
    }
    if (blockWrites && --this.untilWritesBlocked === 0) {
      this.untilWritesBlocked = 25
      if (await blockWrites()) figures.count(figures.troubles, 'storage held for 10 s')
    }
    if (exhaustFileHandles && random.happens(0.15) && (await exhaustFileHandles()))
      figures.count(figures.troubles, 'no file may be opened')
    if (crashDatabase && random.happens(0.05)) {
      figures.count(figures.otherKills, 'database')
      await crashDatabase()
    }
  }
}
