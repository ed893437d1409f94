import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { API_PREFIX } from '@/lib/contract/operations'
import { openDatabase } from '@/lib/store/db/database'
import { loadKeys, makeKeyring } from '@/lib/store/secrets/keyring'
import { issueCredentials } from '@/lib/store/service/credentials'
import { freePort } from '../process/port.mjs'
import { Caller } from './caller'

const { build } = await import('../build/build.mjs')

/** A built Lading in a process of its own, with a fresh database. */
export interface BuiltServer {
  readonly url: string
  readonly caller: Caller
  /** Creates another client of the service. @returns its access token */
  addClient(name: string): Promise<string>
  /** Peak memory of the process as Linux counts it, in MB; undefined on other systems. */
  peakMemory(): number | undefined
  stop(): Promise<void>
}

/** The administrator of a built server. */
export const benchAccount = { email: 'bench@shop.example', password: 'a bench has no secrets' }

/** Builds if necessary, and starts. The caller stops it. */
export async function startBuilt(): Promise<BuiltServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lading-bench-'))
  const addClient = async (name: string) => {
    const database = await openDatabase({ dataDir })
    const issued = await issueCredentials(database.kysely, makeKeyring(loadKeys(dataDir)), name)
    await database.close()
    return issued.accessToken
  }
  const accessToken = await addClient('bench')
  const { url, child } = await serveBuilt(dataDir)
  return {
    url,
    addClient,
    caller: new Caller(url, API_PREFIX, accessToken),
    peakMemory: () => {
      const status = `/proc/${child.pid}/status`
      if (!existsSync(status)) return undefined
      return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1]) / 1024
    },
    stop: async () => {
      const end = once(child, 'exit')
      child.kill('SIGKILL')
      await end
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Builds if necessary, and serves the data of a folder. @returns its origin, once it responds */
export async function serveBuilt(dataDir: string): Promise<{ url: string; child: ChildProcess }> {
  await build()
  const port = await freePort()
  const child = spawn(
    process.execPath,
    ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', String(port)],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        NODE_OPTIONS: '',
        PORT: String(port),
        DATA_DIR: dataDir,
        OPERATOR_EMAIL: benchAccount.email,
        OPERATOR_PASSWORD: benchAccount.password,
      },
    },
  )
  const url = `http://127.0.0.1:${port}`
  await untilResponding(url)
  return { url, child }
}

async function untilResponding(url: string): Promise<void> {
  for (const deadline = performance.now() + 30_000; ; await setTimeout(50)) {
    const isUp = await fetch(`${url}/healthz`).then(
      response => response.ok,
      () => false,
    )
    if (isUp) return
    if (performance.now() > deadline) throw new Error('The server does not respond.')
  }
}
