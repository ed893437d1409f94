import type { WriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseLocation } from '@/lib/store/db/database'
import type { KillPoint } from '@/scripts/campaign/faults/kill-points'
import { inRoot } from '@/scripts/lib/root.mjs'
import { freePort } from '../../lib/process/port.mjs'
import { Child } from './child'

/** A process of the desk that is to die at `point`. */
export interface Desk {
  readonly child: Child
  readonly point: KillPoint
}

/** Starts processes of the desk: bare runners, or built servers. */
export class Desks {
  /** A process that has loaded its code already, so that the next runner starts as soon as one is killed. */
  private standby: Child | undefined

  constructor(
    private readonly place: DatabaseLocation,
    private readonly serviceOrigin: string,
    /** The bundled desk. */
    private readonly file: string,
    private readonly log: WriteStream,
  ) {}

  /** A process that starts runs and resolves outcomes for operators, and never works on a run. */
  clerk(): Child {
    return this.spawnBare()
  }

  /** Starts a bare runner. @param hit the process dies at the point for this many-th time */
  async startBare(point: KillPoint, hit: number): Promise<Desk> {
    const child = this.standby?.isAlive ? this.standby : this.spawnBare()
    this.standby = this.spawnBare()
    const failpoint = point.kind === 'code' ? { failpoint: point.at } : {}
    // A process that is killed on its first pass has started; one that finds no storage ends.
    const error = await child.ask({ kind: 'start', hit, ...failpoint })
    if (error !== undefined && child.isAlive) await child.kill()
    return { child, point }
  }

  /** Starts a built server on its own port. @param folder where it was built; default: this program */
  async startBuilt(point: KillPoint, folder = inRoot()): Promise<Desk> {
    const port = String(await freePort())
    const next = join(folder, 'node_modules', 'next', 'dist', 'bin', 'next')
    const env = {
      ...this.env(),
      NODE_ENV: 'production',
      PORT: port,
      OPERATOR_EMAIL: 'campaign@shop.example',
      OPERATOR_PASSWORD: 'a campaign has no secrets',
      ...(point.kind === 'code' && { LADING_FAILPOINTS: '1', FAILPOINT: point.at }),
    }
    const child = Child.start(next, ['start', '-H', '127.0.0.1', '-p', port], env, this.log, folder)
    child.process.stdout?.pipe(this.log, { end: false })
    while (child.isAlive && !(await isHealthy(`http://127.0.0.1:${port}/healthz`))) await wait(20)
    return { child, point }
  }

  async close(): Promise<void> {
    await this.standby?.kill()
  }

  private spawnBare(): Child {
    return Child.start(this.file, [], this.env(), this.log)
  }

  private env(): Record<string, string> {
    return {
      DATA_DIR: this.place.dataDir,
      DATABASE_URL: this.place.databaseUrl ?? '',
      OUTBOUND_ALLOW: this.serviceOrigin,
      HOST: '127.0.0.1',
      DISK_FLOOR_MB: '10',
    }
  }
}

const isHealthy = (url: string) =>
  fetch(url).then(
    response => response.ok,
    () => false,
  )
