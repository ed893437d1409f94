import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeDatabases } from '@/lib/store/suite'
import { type Desk, draftOutcomes, openStage, orders, type Stage } from './runner-fixtures'
import type { Door } from './runner-ports'
import { resumeRun } from './runner-progress'

describeDatabases('a desk with several connections', openTestDatabase => {
  let stage: Stage
  let desk: Desk
  /** The connections of the desk; tests change them under a run, as an administrator would. */
  let doors: Map<string, Door>
  const door = (envId: string, over: Partial<Door> = {}): Door => ({
    envId,
    environment: 'test',
    stamp: 'as it was',
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
      ['ours', door('test:fake')],
      ['sister', door('test:fake')],
      ['elsewhere', door('test:other')],
    ])
    desk = await stage.desk(openTestDatabase, { openDoor: async id => doors.get(id) })
  })
  afterEach(() => stage.close())

  const press = async (kind: 'check' | 'register', connectionId: string, count = 2) => {
    const started = await desk.start(kind, orders(count), { connectionId })
    await desk.runner.idle()
    return started
  }
  const shown = async (connectionId: string) => {
    const envId = doors.get(connectionId)?.envId ?? ''
    const outcomes = await draftOutcomes(desk.ports.database.kysely, 'draft', { envId, connectionId })
    return outcomes.map(one => one.state)
  }

  describe('reuses no result of one on another', () => {
    test('in another environment: a pass, a mark, a registration', async () => {
      await press('check', 'ours')
      await press('register', 'ours')
      expect(await shown('ours')).toEqual(['registered', 'registered'])
      expect(await shown('elsewhere')).toEqual([])
      const started = await press('register', 'elsewhere')
      expect(started).toMatchObject({ ok: true, taken: 0, refused: [{ reason: 'not_checked' }, {}] })
      await press('check', 'elsewhere')
      expect(await press('register', 'elsewhere')).toMatchObject({ ok: true, taken: 2 })
    })

    test('of the same environment: a pass lets nobody register with another credential', async () => {
      await press('check', 'ours')
      expect(await shown('ours')).toEqual(['passed', 'passed'])
      expect(await shown('sister')).toEqual([])
      expect(await press('register', 'sister')).toMatchObject({ taken: 0, refused: [{}, {}] })
      expect(await press('register', 'ours')).toMatchObject({ taken: 2 })
    })

    test('yet a number that is registered is taken for every connection of its environment', async () => {
      await press('check', 'ours')
      await press('register', 'ours')
      expect(await shown('sister')).toEqual(['registered', 'registered'])
      await press('check', 'sister')
      expect(await press('register', 'sister')).toMatchObject({
        taken: 0,
        refused: [{ reason: 'already_registered' }, { reason: 'already_registered' }],
      })
    })

    test('of a refusal: what was refused through one may be checked and registered through another', async () => {
      // Refused together: alone it would be the reason itself.
      doors.set('ours', door('test:fake', { registerSize: 2 }))
      await press('check', 'ours')
      stage.service.registerModes.push('refuse')
      await press('register', 'ours')
      expect(await shown('ours')).toEqual(['rejected', 'rejected'])
      expect(await shown('sister')).toEqual([])
      await press('check', 'sister')
      expect(await shown('sister')).toEqual(['passed', 'passed'])
      expect(await press('register', 'sister')).toMatchObject({ taken: 2 })
      expect(await shown('sister')).toEqual(['registered', 'registered'])
    })
  })

  describe('pauses a run whose connection', () => {
    /** Registers three orders one by one; after the first the connection becomes another one. */
    const changeMidway = async (change: () => void) => {
      await press('check', 'ours', 3)
      stage.service.holdUntil = async () => change()
      return press('register', 'ours', 3)
    }
    const paused = (code: string) => ({ state: 'paused', registered: 1, left: 2, problem: { code } })

    test.each([
      ['was pointed to another path or got another credential', { stamp: 'another' }, 'connection_changed'],
      ['was pointed to another origin', { envId: 'test:moved' }, 'connection_moved'],
    ])('%s; the request of before keeps where it went', async (_, over, code) => {
      const started = await changeMidway(() =>
        doors.set('ours', door('test:fake', { ...over, keys: { bearer: 'wxyz', key: null } })),
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

    test('is gone; its orders stay queued', async () => {
      const started = await changeMidway(() => doors.delete('ours'))
      expect(await desk.progress(started)).toMatchObject(paused('connection_gone'))
      doors.set('ours', door('test:fake'))
      expect((await shown('ours')).toSorted()).toEqual(['queued', 'queued', 'registered'])
    })

    test('was changed, and goes on through it as it is once a person says so', async () => {
      const started = await changeMidway(() => doors.set('ours', door('test:fake', { stamp: 'another' })))
      if (!started.ok) throw new Error('it was not started')
      await resumeRun(desk.ports.database, started.runId, new Date().toISOString())
      await desk.runner.idle()
      expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 3 })
    })

    test('was changed while it checks', async () => {
      doors.set('ours', door('test:fake', { checkSize: 1 }))
      stage.service.holdUntil = async () => {
        doors.set('ours', door('test:fake', { checkSize: 1, stamp: 'another' }))
      }
      const started = await press('check', 'ours', 3)
      expect(await desk.progress(started)).toMatchObject({
        state: 'paused',
        passed: 1,
        problem: { code: 'connection_changed' },
      })
    })
  })
})
