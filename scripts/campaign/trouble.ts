import { type Chance, Deck } from './chance'
import type { FaultProxy } from './fault-proxy'
import { endless, type Fault, faultNames } from './faults'
import type { Figures } from './figures'
import type { ServiceProcess } from './service-process'

/** What may be broken in a scene. */
export interface Breakable {
  readonly chance: Chance
  /** Whether deadlines are as long as in earnest. */
  readonly isBuilt: boolean
  readonly figures: Figures
  readonly service: () => ServiceProcess
  readonly proxy: () => FaultProxy
  readonly crashDatabase?: (() => Promise<void>) | undefined
  readonly fillDisk?: ((kept: number) => Promise<void>) | undefined
  /** Lets nobody write for 10 s, where a scene has that. */
  readonly holdWriting?: (() => Promise<boolean>) | undefined
  /** Lets the desks open no file for a moment. */
  readonly starve?: (() => Promise<boolean>) | undefined
}

const FAULT_RATE = 0.3

/** Whether a path is that of a check. */
export const isCheck = (path: string): boolean => path.endsWith('/validators')

/** Decides what breaks around the desk, and when. */
export class Trouble {
  private readonly faults: Deck<Fault>
  private readonly faultsOfChecks: Deck<Fault>
  /** The next connection breaks before a byte of it was read. */
  private resetNext = false
  /** Lives until the next that begins with a storage that is held. */
  private untilHeld = 4

  constructor(private readonly scene: Breakable) {
    const names = scene.isBuilt ? faultNames.filter(name => !endless.has(name)) : faultNames
    this.faults = new Deck(names, scene.chance)
    this.faultsOfChecks = new Deck(names, scene.chance)
  }

  /** Whether the next connection is broken at once. */
  takeReset(): boolean {
    const isReset = this.resetNext
    this.resetNext = false
    return isReset
  }

  /** What happens to a request to this path. */
  chooseFault(path: string): Fault | undefined {
    const { chance, figures } = this.scene
    if (!chance.happens(FAULT_RATE)) return undefined
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

  /** Now and then the service or the database dies, or nobody listens. */
  async breakAround(): Promise<void> {
    const { chance, crashDatabase, fillDisk, holdWriting, starve, figures } = this.scene
    const die = chance.between(1, 12)
    if (die === 1) this.scene.service().kill('before_write', chance.between(1, 3))
    if (die === 2) this.scene.service().kill('after_write', chance.between(1, 3))
    if (die === 3) this.scene.service().kill()
    if (chance.happens(0.08)) {
      figures.count(figures.faults, 'refused')
      await this.scene.proxy().refuse(chance.between(50, 300))
    }
    if (fillDisk && chance.happens(0.5)) {
      const kept = chance.between(0, 1)
      figures.count(figures.troubles, kept === 0 ? 'disk full' : 'disk full but for its reserve')
      await fillDisk(kept)
    }
    if (holdWriting && --this.untilHeld === 0) {
      this.untilHeld = 25
      if (await holdWriting()) figures.count(figures.troubles, 'storage held for 10 s')
    }
    if (starve && chance.happens(0.15) && (await starve()))
      figures.count(figures.troubles, 'no file may be opened')
    if (crashDatabase && chance.happens(0.05)) {
      figures.count(figures.otherKills, 'database')
      await crashDatabase()
    }
  }
}
