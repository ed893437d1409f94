import { spawn } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readEnv } from '@/lib/env'
import { type Failpoint, failpoints } from '@/lib/ledger/runner/ports'
import { type Bundle, bundle } from '@/scripts/lib/build/bundle'
import { FakeService } from '@/testing/ledger/fake-service'
import { draftOutcomes, openTestDesk, orders, preparationOf, testPlace } from '@/testing/ledger/harness'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'

const COUNT = 120

// Each test starts and kills its own processes, and other tests may keep the machine busy.
vi.setConfig({ testTimeout: 120_000 })

let mortal: Bundle
beforeAll(async () => {
  mortal = await bundle('testing/ledger/crash-child.ts')
})
afterAll(() => mortal.remove())

/** How many orders become unknown when the process dies at a failpoint: those of one request, or none. */
const inDoubt: Readonly<Record<Failpoint, 0 | 50>> = {
  request_recorded: 0,
  request_claimed: 0,
  frozen: 0,
  during_enqueue: 0,
  after_enqueue: 0,
  during_claim: 0,
  after_claim: 0,
  during_sending: 0,
  after_sending: 50,
  before_connect: 50,
  connected: 50,
  headers: 50,
  body_read: 50,
  after_evidence: 0,
  after_outcome: 0,
}

describeDatabases('kill -9 of a registering server', openTestDatabase => {
  interface Scene {
    readonly service: FakeService
    readonly origin: string
    readonly database: TestDatabase
  }

  // Tests run concurrently, so services are closed after all of them.
  const services: FakeService[] = []
  afterAll(() => Promise.all(services.map(service => service.close())))

  /** A service, and a desk whose orders have passed their check. */
  async function openScene(): Promise<Scene> {
    const service = new FakeService()
    const origin = await service.listen()
    services.push(service)
    const database = await openTestDatabase()
    const desk = openTestDesk(database, origin)
    await desk.start('check', orders(COUNT))
    await desk.runner.idle()
    await desk.runner.close()
    return { service, origin, database }
  }

  /** Starts a process that registers; `killed` resolves to whether it was killed or ran out of memory. */
  function register({ database, origin }: Scene, failpoint = '', death: 'kill' | 'memory' = 'kill') {
    const args = ['--max-old-space-size=64', mortal.file]
    const about = [JSON.stringify(database.place), origin, String(COUNT), death]
    const child = spawn(process.execPath, [...args, ...about], {
      env: { ...process.env, FAILPOINT: failpoint },
      stdio: ['ignore', 'ignore', death === 'memory' ? 'ignore' : 'inherit'],
    })
    const killed = new Promise<boolean>((resolve, reject) => {
      child.on('exit', (code, signal) =>
        code
          ? reject(new Error(`the child failed with ${code}`))
          : resolve(signal === (death === 'memory' ? 'SIGABRT' : 'SIGKILL')),
      )
    })
    return { killed, kill: () => child.kill('SIGKILL'), stop: () => child.kill('SIGTERM') }
  }

  /**
   * Continues the work of the dead process as the next server start does, and compares the ledger with the service.
   * @returns how many orders are unknown
   */
  async function resumeAndCompare({ service, origin, database }: Scene): Promise<number> {
    const desk = openTestDesk(database, origin, { preparation: preparationOf(() => orders(COUNT)) })
    // The dead process may or may not have recorded the run request; recording it again does not start another run.
    await desk.record('register', { clientRequestId: 'request' })
    await desk.runner.idle()
    await desk.runner.close()
    const shown = await draftOutcomes(database.kysely, 'draft', testPlace)
    const numbers = (state: string) =>
      shown.filter(one => one.state === state).map(one => one.mallOrderNumber)
    const [registered, unknown, queued] = [numbers('registered'), numbers('unknown'), numbers('queued')]
    expect([...service.registered].filter(([, count]) => count > 1)).toEqual([])
    expect(registered.length + unknown.length + queued.length).toBe(COUNT)
    expect(registered.filter(number => !service.registered.has(number))).toEqual([])
    // Orders at the service are registered or unknown in the ledger, never queued.
    expect(queued.filter(number => service.registered.has(number))).toEqual([])
    return unknown.length
  }

  test.concurrent.each(failpoints)('at %s: nothing doubled, nothing lost', async at => {
    const scene = await openScene()
    expect(await register(scene, at).killed).toBe(true)
    expect(await resumeAndCompare(scene)).toBe(inDoubt[at])
  })

  test.concurrent('out of memory while it reads a response: the same as a kill', async () => {
    const scene = await openScene()
    expect(await register(scene, 'headers', 'memory').killed).toBe(true)
    expect(await resumeAndCompare(scene)).toBe(inDoubt.headers)
  })

  test.concurrent('while its request is at the service: only that request is unknown', async () => {
    const scene = await openScene()
    const child = register(scene)
    scene.service.onRequest = path => path.endsWith('/japan') && child.kill()
    expect(await child.killed).toBe(true)
    scene.service.onRequest = () => {}
    expect(await resumeAndCompare(scene)).toBe(50)
  })

  test.concurrent('stopped during a request: the response is awaited, and nothing is unknown', async () => {
    const scene = await openScene()
    const child = register(scene)
    let isStopped = false
    scene.service.onRequest = path => {
      if (!path.endsWith('/japan') || isStopped) return
      isStopped = true
      child.stop()
      scene.service.holdUntil = () => setTimeout(300)
    }
    expect(await child.killed).toBe(false)
    scene.service.holdUntil = () => undefined
    expect(scene.service.registered.size).toBe(50)
    expect(await resumeAndCompare(scene)).toBe(0)
  })

  test.concurrent.each([1, 2, 3])('at a random moment (%i): nothing doubled, nothing lost', async () => {
    const scene = await openScene()
    const child = register(scene)
    const before = scene.service.connections
    const moment = Math.random() * 250
    const timer = setInterval(() => {
      if (scene.service.connections === before) return
      clearInterval(timer)
      void setTimeout(moment).then(child.kill)
    }, 1)
    await child.killed
    clearInterval(timer)
    const scenario = `killed ${moment} ms after its first request`
    expect(await resumeAndCompare(scene), scenario).toBeLessThanOrEqual(50)
  })
})

test('a server in production does not die at a failpoint, unless asked for twice', () => {
  const production = { NODE_ENV: 'production', FAILPOINT: 'after_sending' }
  expect(readEnv(production).failpoint).toBeUndefined()
  expect(readEnv({ ...production, LADING_FAILPOINTS: '1' }).failpoint).toBe('after_sending')
  expect(readEnv({ FAILPOINT: 'after_sending' }).failpoint).toBe('after_sending')
})
