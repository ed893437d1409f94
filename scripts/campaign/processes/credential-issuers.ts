import type { WriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import type { ListedClient } from '@/lib/store/service/client-list'
import type { SeededRandom } from '@/scripts/campaign/seeded-random'
import { type Bundle, bundle } from '@/scripts/lib/build/bundle'
import { Child } from './child'

/** Credentials that a process printed. It prints them after the transaction that stores them. */
export interface IssuedCredentials {
  /** The client that they were issued to, one for each process. */
  readonly name: string
  readonly accessToken: string
  readonly secretKey: string
}

/** Processes that issue credentials at the same time. */
const ISSUERS = 2

/** The start of the names of their clients. */
export const CLIENT_NAME_PREFIX = 'Rival'

/**
 * Other processes in the folder of a scene: two issue credentials as `npm run issue-credentials` does, one forces
 * checkpoints, all in loops; all of them are killed from time to time, at any moment.
 */
export class CredentialIssuers {
  /** Each of them must be in the database at the end. */
  readonly issued: IssuedCredentials[] = []
  checkpoints = 0
  kills = 0
  private started = 0
  private isStopping = false
  private living = new Set<Child>()
  private work: Promise<void>[] = []
  private bundles: Bundle[] = []

  constructor(
    private readonly dataDir: string,
    private readonly random: SeededRandom,
    private readonly log: WriteStream,
  ) {}

  async start(): Promise<void> {
    const issue = await bundle('scripts/commands/issue-credentials.ts')
    const checkpoints = await bundle('scripts/campaign/processes/checkpoints.ts')
    this.bundles = [issue, checkpoints]
    this.work = [
      ...Array.from({ length: ISSUERS }, (_, at) => this.repeat(() => this.issue(issue.file, at))),
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

  private async issue(file: string, issuer: number): Promise<void> {
    const name = `${CLIENT_NAME_PREFIX} ${issuer} ${this.started++}`
    const child = this.spawn(file, ['--name', name, '--json'])
    const printed = child.firstLine()
    if (this.random.between(1, 5) === 1) await this.killWithin(child, 600)
    // Credentials that were printed before the kill count as acknowledged.
    const line = await printed
    if (line !== undefined)
      this.issued.push({ name, ...(JSON.parse(line) as Omit<IssuedCredentials, 'name'>) })
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
    await Promise.race([wait(this.random.between(0, ms)), child.ended])
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

/** Counts the acknowledged rows that are still there: clients, tokens and keys. */
export function countIssued(issued: readonly IssuedCredentials[], clients: readonly ListedClient[]) {
  const rivals = clients.filter(client => client.name.startsWith(CLIENT_NAME_PREFIX))
  const known = new Map(rivals.map(client => [client.name, client.credentials]))
  let issuedLost = 0
  for (const { name, accessToken, secretKey } of issued) {
    const credentials = known.get(name)
    const has = (kind: 'token' | 'key', text: string) =>
      credentials?.some(one => one.kind === kind && one.last4 === text.slice(-4)) === true
    const isThere = [credentials !== undefined, has('token', accessToken), has('key', secretKey)]
    issuedLost += isThere.filter(one => !one).length
  }
  return {
    issued: issued.length,
    issuedRows: issued.length * 3,
    issuedLost,
    issuedHalf: rivals.filter(client => client.credentials.length !== 2).length,
  }
}
