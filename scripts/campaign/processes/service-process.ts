import { readFileSync, type WriteStream } from 'node:fs'
import type { EnvironmentKillPoint } from '@/scripts/campaign/faults/kill-points'
import { inRoot } from '@/scripts/lib/root.mjs'
import { Child } from './child'

const script = inRoot('scripts', 'campaign', 'processes', 'counting-service.mjs')

/** The point at which a service kills itself, and the registration at which it does. */
type Death = readonly [at: 'before_write' | 'after_write', on: number] | readonly []

const deaths = {
  before_write: 'service before it writes',
  after_write: 'service after it wrote',
  any: 'service at any moment',
} as const satisfies Record<string, EnvironmentKillPoint>

/** The counting service in a process of its own, restarted whenever it dies. */
export class ServiceProcess {
  port = 0
  private child: Child | undefined
  private isClosing = false
  private isKilled = false
  /** The point at which the next process kills itself. */
  private nextDeath: Death = []

  constructor(
    private readonly file: string,
    private readonly log: WriteStream,
    /** Called at each death. */
    private readonly onDeath: (at: EnvironmentKillPoint) => void,
    private readonly honoursKeys = false,
  ) {}

  async start(): Promise<void> {
    this.port = 0
    const [at, on] = this.nextDeath
    const child = Child.start(
      script,
      [this.file, at ?? '', String(on ?? 1), this.honoursKeys ? 'keys' : ''],
      {},
      this.log,
    )
    this.nextDeath = []
    this.child = child
    child.ended.then(() => {
      if (this.isClosing) return
      this.onDeath(deaths[this.isKilled ? 'any' : (at ?? 'any')])
      this.isKilled = false
      return this.start()
    })
    this.port = Number((await child.firstLine()) ?? 0)
  }

  /** kill -9. The service restarts by itself. @param next the point at which the new process kills itself, if any */
  kill(...next: Death): void {
    this.nextDeath = next
    this.isKilled = true
    this.child?.signal('SIGKILL')
  }

  async close(): Promise<void> {
    this.isClosing = true
    await this.child?.kill()
  }

  /** The registered orders: all ids of each number. */
  registered(): Map<string, string[]> {
    const found = new Map<string, string[]>()
    const text = readFileSync(this.file, 'utf8')
    const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n')
    for (const line of lines.filter(one => one !== '')) {
      for (const [number, id] of (JSON.parse(line) as { entries: [string, string][] }).entries)
        found.set(number, [...(found.get(number) ?? []), id])
    }
    return found
  }
}
