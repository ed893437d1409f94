import type { WriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { type Bundle, bundle } from '@/scripts/lib/bundle'
import type { Chance } from './chance'
import { Child } from './child'

/**
 * Other processes on the folder of a scene: some issue credentials as `npm run issue-credentials` does, one forces
 * checkpoints, over and over; all of them are killed now and then, at any moment.
 */
export class Rivals {
  /** Names of clients whose credentials were printed: each of them must be in the database at the end. */
  readonly issued: string[] = []
  checkpoints = 0
  kills = 0
  private isStopping = false
  private living = new Set<Child>()
  private work: Promise<void>[] = []
  private bundles: Bundle[] = []

  constructor(
    private readonly dataDir: string,
    private readonly chance: Chance,
    private readonly log: WriteStream,
  ) {}

  async start(): Promise<void> {
    const issue = await bundle('scripts/issue-credentials.ts')
    const checkpoints = await bundle('scripts/campaign/checkpoints.ts')
    this.bundles = [issue, checkpoints]
    this.work = [
      this.repeat(() => this.issue(issue.file)),
      this.repeat(() => this.checkpoint(checkpoints.file)),
    ]
    for (const one of this.work) one.catch(() => {})
  }

  /** @throws Error when one of them failed by itself */
  async stop(): Promise<void> {
    this.isStopping = true
    await Promise.all([...this.living].map(child => child.kill()))
    try {
      await Promise.all(this.work)
    } finally {
      for (const one of this.bundles) one.remove()
    }
  }

  private async repeat(work: () => Promise<void>): Promise<void> {
    while (!this.isStopping) await work()
  }

  private async issue(file: string): Promise<void> {
    const name = `Rival ${this.issued.length} ${this.kills}`
    const child = this.spawn(file, ['--name', name, '--json'])
    const printed = child.firstLine()
    if (this.chance.between(1, 5) === 1) await this.killWithin(child, 600)
    // What was printed before the kill is acknowledged all the same.
    if (await printed) this.issued.push(name)
    await this.end(child)
  }

  private async checkpoint(file: string): Promise<void> {
    const child = this.spawn(file, [])
    if (child.process.stdout)
      createInterface({ input: child.process.stdout }).on('line', () => {
        this.checkpoints++
      })
    await this.killWithin(child, 3000)
    await this.end(child)
  }

  private spawn(file: string, args: readonly string[]): Child {
    const child = Child.start(file, args, { DATA_DIR: this.dataDir, DATABASE_URL: '' }, this.log)
    this.living.add(child)
    return child
  }

  private async killWithin(child: Child, ms: number): Promise<void> {
    await Promise.race([wait(this.chance.between(0, ms)), child.ended])
    if (!child.isAlive) return
    this.kills++
    await child.kill()
  }

  private async end(child: Child): Promise<void> {
    await child.ended
    this.living.delete(child)
    if (child.quit) throw new Error(`a process beside the desks ended by itself, with ${child.quit}`)
  }
}
