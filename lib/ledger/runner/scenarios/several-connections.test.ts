import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StartResult } from '@/lib/ledger/rules/prepared'
import { resumeRun } from '@/lib/ledger/runner/control'
import type { OpenConnection } from '@/lib/ledger/runner/open-connection'
import { draftOutcomes, openStage, orders, type Stage, type TestDesk } from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'

describeDatabases('a desk with several connections', openTestDatabase => {
  let stage: Stage
  let desk: TestDesk
  /** The connections of the desk; tests change them under a run, as an administrator would. */
  let doors: Map<string, OpenConnection>
  const connectionTo = (envId: string, over: Partial<OpenConnection> = {}): OpenConnection => ({
    envId,
    environment: 'test',
    honoursKeys: false,
    isEmbedded: false,
    revision: 'as it was',
    keys: { bearer: 'abcd 2026-11-21', key: null },
    target: { baseUrl: stage.origin, accessToken: envId, allowed: [stage.origin] },
    checkSize: 200,
    registerSize: 1,
    checkParallel: 1,
    ...over,
  })
  beforeEach(async () => {
    stage = await openStage()
    doors = new Map([
      ['ours', connectionTo('test:fake')],
      ['sister', connectionTo('test:fake')],
      ['elsewhere', connectionTo('test:other')],
    ])
    desk = await stage.desk(openTestDatabase, { resolveConnection: async id => doors.get(id) })
  })
  afterEach(() => stage.close())

  const start = async (kind: 'check' | 'register', connectionId: string, count = 2) => {
    const started = await desk.start(kind, orders(count), { connectionId })
    await desk.runner.idle()
    return started
  }
  const shown = async (connectionId: string) => {
    const envId = doors.get(connectionId)?.envId ?? ''
    const outcomes = await draftOutcomes(desk.ports.database.kysely, 'draft', { envId, connectionId })
    return outcomes.map(one => one.state)
  }

  describe('uses no result of one connection on another', () => {
    test('in another environment: a passed check, an error, a registration', async () => {
      await start('check', 'ours')
      await start('register', 'ours')
      expect(await shown('ours')).toEqual(['registered', 'registered'])
      expect(await shown('elsewhere')).toEqual([])
      const started = await start('register', 'elsewhere')
      expect(started).toMatchObject({ ok: true, accepted: 0, refused: [{ reason: 'not_checked' }, {}] })
      await start('check', 'elsewhere')
      expect(await start('register', 'elsewhere')).toMatchObject({ ok: true, accepted: 2 })
    })

    test('in the same environment: a passed check does not permit a registration with another credential', async () => {
      await start('check', 'ours')
      expect(await shown('ours')).toEqual(['passed', 'passed'])
      expect(await shown('sister')).toEqual([])
      expect(await start('register', 'sister')).toMatchObject({ accepted: 0, refused: [{}, {}] })
      expect(await start('register', 'ours')).toMatchObject({ accepted: 2 })
    })

    test('but a registered number is held for every connection of its environment', async () => {
      await start('check', 'ours')
      await start('register', 'ours')
      expect(await shown('sister')).toEqual(['registered', 'registered'])
      await start('check', 'sister')
      expect(await start('register', 'sister')).toMatchObject({
        accepted: 0,
        refused: [{ reason: 'already_registered' }, { reason: 'already_registered' }],
      })
    })

    test('of a rejection: what one connection rejected may be checked and registered with another', async () => {
      // Both orders are rejected in one request: an order that is rejected alone would be to blame itself.
      doors.set('ours', connectionTo('test:fake', { registerSize: 2 }))
      await start('check', 'ours')
      stage.service.registerModes.push('refuse')
      await start('register', 'ours')
      expect(await shown('ours')).toEqual(['rejected', 'rejected'])
      expect(await shown('sister')).toEqual([])
      await start('check', 'sister')
      expect(await shown('sister')).toEqual(['passed', 'passed'])
      expect(await start('register', 'sister')).toMatchObject({ accepted: 2 })
      expect(await shown('sister')).toEqual(['registered', 'registered'])
    })
  })

  test('a rejected credential pauses the registrations of its connection after one request, and no other', async () => {
    const drafts = ['ours', 'sister', 'ours'].map((connectionId, at) => ({
      connectionId,
      draftId: `draft ${at}`,
    }))
    for (const [at, on] of drafts.entries()) await desk.start('check', orders(1, 1 + at), on)
    await desk.runner.idle()
    stage.service.registerModes.push(401)
    const runs: StartResult[] = []
    for (const [at, on] of drafts.entries()) runs.push(await desk.start('register', orders(1, 1 + at), on))
    await desk.runner.idle()
    const paused = { state: 'paused', left: 1, problem: { code: 'credential', status: 401 } }
    const done = { state: 'done', registered: 1 }
    const found = await Promise.all(runs.map(run => desk.progress(run)))
    expect(found).toMatchObject([paused, done, paused])
    expect(stage.service.count('/orders/japan')).toBe(2)

    // Continuing one of them shows that the credential is right by now.
    const [first, , last] = runs
    for (const run of [first, last])
      if (run?.ok) await resumeRun(desk.ports.database, run.runId, new Date().toISOString())
    await desk.runner.idle()
    expect([...stage.service.registered.values()]).toEqual([1, 1, 1])
  })

  test('checks are not kept waiting by ten drafts that wait for their turn to be registered', async () => {
    const drafts = Array.from({ length: 10 }, (_, at) => `draft ${at}`)
    for (const [at, draftId] of drafts.entries())
      await desk.start('check', orders(1, 1 + at), { connectionId: 'ours', draftId })
    await desk.runner.idle()
    // The service responds to no registration until the check has ended.
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    const isRegistration = () => !stage.service.requests.at(-1)?.path.endsWith('/validators')
    stage.service.holdUntil = () => (isRegistration() ? held : undefined)
    for (const [at, draftId] of drafts.entries())
      await desk.start('register', orders(1, 1 + at), { connectionId: 'ours', draftId })
    await desk.runner.wake()
    const check = await desk.start('check', orders(1, 100), { connectionId: 'elsewhere' })
    await desk.runner.wake()
    await expect.poll(async () => (await desk.progress(check)).state).toBe('done')
    expect(stage.service.registered.size).toBe(0)

    release()
    await desk.runner.idle()
    expect([...stage.service.registered.values()]).toEqual(drafts.map(() => 1))
  })

  test('checks are not kept waiting by ten checks on a connection that does not respond', async () => {
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    const isSlow = () => stage.service.requests.at(-1)?.authorization.includes('test:fake')
    stage.service.holdUntil = () => (isSlow() ? held : undefined)
    for (let at = 0; at < 10; at++)
      await desk.start('check', orders(1, 1 + at), { connectionId: 'ours', draftId: `draft ${at}` })
    await desk.runner.wake()
    const check = await desk.start('check', orders(1, 100), { connectionId: 'elsewhere' })
    await desk.runner.wake()
    await expect.poll(async () => (await desk.progress(check)).state).toBe('done')
    expect(stage.service.count('/validators')).toBe(2)

    release()
    await desk.runner.idle()
    expect(stage.service.count('/validators')).toBe(11)
  })

  describe('pauses a run whose connection', () => {
    /** Registers three orders one by one; `change` changes the connection during the first request. */
    const changeMidway = async (change: () => void) => {
      await start('check', 'ours', 3)
      stage.service.holdUntil = async () => change()
      return start('register', 'ours', 3)
    }
    const paused = (code: string) => ({ state: 'paused', registered: 1, left: 2, problem: { code } })

    test.each([
      ['got another path or another credential', { revision: 'another' }, 'connection_changed'],
      ['was pointed to another origin', { envId: 'test:moved' }, 'connection_moved'],
    ])('%s; the earlier request keeps its address', async (_, over, code) => {
      const started = await changeMidway(() =>
        doors.set('ours', connectionTo('test:fake', { ...over, keys: { bearer: 'wxyz', key: null } })),
      )
      expect(await desk.progress(started)).toMatchObject(paused(code))
      expect(stage.service.registered.size).toBe(1)
      const attempts = await desk.ports.database.kysely
        .selectFrom('attempt')
        .select(['origin', 'key_id'])
        .where('operation', '=', 'registerJapanOrders')
        .execute()
      expect(attempts).toEqual([{ origin: stage.origin, key_id: 'abcd 2026-11-21' }])
    })

    test('was deleted; its orders stay queued', async () => {
      const started = await changeMidway(() => doors.delete('ours'))
      expect(await desk.progress(started)).toMatchObject(paused('connection_gone'))
      doors.set('ours', connectionTo('test:fake'))
      expect((await shown('ours')).toSorted()).toEqual(['queued', 'queued', 'registered'])
    })

    test('was changed, and continues with the changed connection after a person resumes it', async () => {
      const started = await changeMidway(() =>
        doors.set('ours', connectionTo('test:fake', { revision: 'another' })),
      )
      if (!started.ok) throw new Error('it was not started')
      await resumeRun(desk.ports.database, started.runId, new Date().toISOString())
      await desk.runner.idle()
      expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 3 })
    })

    test('was changed while it checks', async () => {
      doors.set('ours', connectionTo('test:fake', { checkSize: 1 }))
      stage.service.holdUntil = async () => {
        doors.set('ours', connectionTo('test:fake', { checkSize: 1, revision: 'another' }))
      }
      const started = await start('check', 'ours', 3)
      expect(await desk.progress(started)).toMatchObject({
        state: 'paused',
        passed: 1,
        problem: { code: 'connection_changed' },
      })
    })
  })
})
