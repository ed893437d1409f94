import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createConnection } from '@/lib/store/connections/connections'
import { type Database, openDatabase } from '@/lib/store/db/database'
import { loadKeys, makeKeyring } from '@/lib/store/secrets/keyring'
import { Child } from '@/scripts/campaign/processes/child'
import { ServiceProcess } from '@/scripts/campaign/processes/service-process'
import { startPostgres } from '@/scripts/lib/database/postgres.mjs'
import { processorSeconds } from '@/scripts/lib/process/processor-time'
import { inRoot } from '@/scripts/lib/root.mjs'
import { type DatabaseWork, readDatabaseWork } from '@/testing/store/database-work'

/** Several built servers on one PostgreSQL, a service that counts registrations, and connections to it. */
export interface Fleet {
  /** Origins of the servers. */
  readonly origins: readonly string[]
  /** The origin that all servers expect from browsers, as behind one proxy. */
  readonly publicUrl: string
  readonly database: Database
  readonly dataDir: string
  readonly connectionIds: readonly string[]
  /** The registered orders of the service: all ids of each number. */
  registered(): ReadonlyMap<string, readonly string[]>
  /** Seconds of processor time of each server so far. */
  processorSeconds(): readonly number[]
  /** What PostgreSQL has done so far. */
  databaseWork(): Promise<DatabaseWork>
  /** Seconds of processor time of PostgreSQL so far: the postmaster and all processes that it has started. */
  databaseSeconds(): number
  /** What the servers logged. */
  log(): Promise<string>
  close(): Promise<void>
}

/** @returns undefined without PostgreSQL on this machine */
export async function startFleet(count: number, connections: number): Promise<Fleet | undefined> {
  const postgres = await startPostgres()
  if (!postgres) return undefined
  const dataDir = await mkdtemp(join(tmpdir(), 'lading-load-'))
  const logFile = join(dataDir, 'servers.log')
  const log = createWriteStream(logFile)
  const service = new ServiceProcess(join(dataDir, 'counted'), log, () => {})
  await service.start()
  const place = { dataDir, databaseUrl: postgres.url }
  const database = await openDatabase(place)
  const ring = makeKeyring(loadKeys(dataDir))
  const connectionIds: string[] = []
  for (let at = 0; at < connections; at++) {
    const baseUrl = `http://127.0.0.1:${service.port}/company-${at}`
    const input = { name: `Company ${at}`, environment: 'test', baseUrl, accessToken: 'token' } as const
    connectionIds.push((await createConnection(database.kysely, { ...input, secretKey: 'key' }, ring)).id)
  }
  const ports = Array.from({ length: count }, (_, at) => FIRST_PORT + at)
  const publicUrl = `http://127.0.0.1:${FIRST_PORT}`
  const env = {
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    PUBLIC_URL: publicUrl,
    TRUSTED_PROXY: '127.0.0.1',
    OUTBOUND_ALLOW: `http://127.0.0.1:${service.port}`,
  }
  const next = inRoot('node_modules', 'next', 'dist', 'bin', 'next')
  const children = ports.map(port => {
    const args = ['start', '-H', '127.0.0.1', '-p', String(port)]
    const child = Child.start(next, args, { ...env, PORT: String(port), HOST: '127.0.0.1' }, log)
    child.process.stdout?.pipe(log, { end: false })
    return child
  })
  const origins = ports.map(port => `http://127.0.0.1:${port}`)
  await Promise.all(origins.map((origin, at) => ready(origin, children[at])))
  return {
    origins,
    publicUrl,
    database,
    dataDir,
    connectionIds,
    registered: () => service.registered(),
    processorSeconds: () => children.map(child => processorSeconds(child.pid)),
    databaseWork: () => readDatabaseWork(database),
    databaseSeconds: () => processorSeconds(postgres.pid()),
    log: () => readFile(logFile, 'utf8'),
    close: async () => {
      await Promise.all(children.map(child => child.kill()))
      await service.close()
      await database.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const FIRST_PORT = 4620

async function ready(origin: string, child: Child | undefined): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; await setTimeout(100)) {
    const isUp = await fetch(`${origin}/healthz`).then(
      response => response.ok,
      () => false,
    )
    if (isUp) return
    if (!child?.isAlive) break
  }
  throw new Error(`${origin} does not respond.`)
}
