import { afterAll, describe, expect, test } from 'vitest'
import { preparation } from '@/lib/desk/runs/prepare-run'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { createConnection, environmentId } from '@/lib/store/connections/connections'
import { saveLines } from '@/lib/store/drafts/drafts'
import { recordArrival } from '@/lib/store/intake/arrivals'
import { deleteFinishedRunRequests, insertRunRequest } from '@/lib/store/ledger/runs/run-requests'
import { insertRun, type RunRow } from '@/lib/store/ledger/runs/runs'
import { addOperator } from '@/lib/store/people/operators'
import { connectionTo, openStage, type Stage } from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'
import { runRow } from '@/testing/store/ledger-rows'
import { useAsProcessDatabase } from '@/testing/store/process-database'
import { readDraft, readRun, registerDraft } from './register'

const at = '2026-11-21T01:00:00.000Z'
const draftId = '0123456789ab'

const arriving = {
  ...{ id: 'file', request_key: null, sha256: 'ab', name: 'monday.csv', size: 1, origin: 'api' as const },
  ...{ sheet: null, connection_id: null, draft_id: draftId, isNew: false },
}

describeDatabases('a registration that a program repeats with its Idempotency-Key', openTestDatabase => {
  /** A draft of a delivered file. The key has confirmed two of its orders. @param run what the ledger made of that */
  const registered = async (run: Partial<RunRow> = {}) => {
    const database = await openTestDatabase()
    useAsProcessDatabase(database)
    const { kysely } = database
    const account = { email: 'm@x', name: 'Mina', passwordHash: '-', role: 'administrator' } as const
    const { id: operatorId } = await addOperator(kysely, account)
    const connection = await createConnection(kysely, {
      name: 'Partner',
      environment: 'test',
      baseUrl: 'https://api.example',
    })
    const draft = { id: draftId, sheet: 'orders/japan', name: 'Monday', operatorId, records: 2 }
    await saveLines(kysely, draft, { upserts: [{ id: 'a', rank: 1, texts: {} }], removes: [] }, new Date(at))
    await recordArrival(kysely, { ...arriving, operator_id: operatorId }, at)
    await kysely.updateTable('intake_file').set({ state: 'done', outcome: 'imported' }).execute()
    const request = {
      ...{ id: 'first', kind: 'register' as const, draft_id: draftId, connection_id: connection.id },
      client_request_id: 'key:register:night-1',
    }
    await insertRunRequest(kysely, {
      ...request,
      ...{ sheet: 'orders/japan', started_by: operatorId, requested_at: at, again: 0, revision: 1 },
      ...{ confirmed: 2, finished_at: at, result: '{"ok":true,"value":{"runId":"first"}}', owner: null },
    })
    await insertRun(
      kysely,
      runRow('first', {
        ...{ ...request, started_by: operatorId, total: 2, confirmed: 2, env_id: 'test:https://api.example' },
        ...run,
      }),
    )
    const by = { operatorId, keyId: 'key', requestKey: 'night-1' }
    return {
      kysely,
      register: (confirm: number) => registerDraft(draftId, { connection: 'Partner', confirm }, by),
    }
  }

  test('gets its first run also after the request for that run was deleted, and another count is refused', async () => {
    const { kysely, register } = await registered()
    const first = await register(2)
    expect(first).toMatchObject({ ok: true, value: { id: 'first', kind: 'register' } })
    expect(await register(3)).toMatchObject({ ok: false, problem: { status: 422 } })
    await deleteFinishedRunRequests(kysely, '2026-11-23T00:00:00.000Z')
    expect(await kysely.selectFrom('run_request').selectAll().execute()).toEqual([])
    expect(await register(2)).toEqual(first)
    expect(await register(3)).toMatchObject({ ok: false, problem: { status: 422 } })
    expect(await kysely.selectFrom('run').select('id').execute()).toEqual([{ id: 'first' }])
    expect(await kysely.selectFrom('run_request').selectAll().execute()).toEqual([])
  })

  test('gets its first run also where the ledger accepted fewer orders than were confirmed', async () => {
    const { kysely, register } = await registered({ total: 1 })
    const first = await register(2)
    await deleteFinishedRunRequests(kysely, '2026-11-23T00:00:00.000Z')
    expect(await register(2)).toEqual(first)
    expect(first).toMatchObject({ ok: true, value: { id: 'first', kind: 'register' } })
    expect(await register(1)).toMatchObject({ ok: false, problem: { status: 422 } })
  })

  test('gets its first run also if a server of an earlier version started it, without the confirmed count', async () => {
    const { kysely, register } = await registered({ total: 1, confirmed: null })
    const first = await register(2)
    await deleteFinishedRunRequests(kysely, '2026-11-23T00:00:00.000Z')
    expect(await register(2)).toEqual(first)
  })

  test('is refused where the key began a run of another draft, and that run is not found below this draft', async () => {
    const { kysely, register } = await registered()
    expect(await readRun(draftId, 'first')).toMatchObject({ ok: true, value: { id: 'first' } })
    await kysely.updateTable('run').set({ draft_id: 'another' }).execute()
    await kysely.updateTable('run_request').set({ draft_id: 'another' }).execute()
    expect(await register(2)).toMatchObject({ ok: false, problem: { status: 422 } })
    expect(await readRun(draftId, 'first')).toMatchObject({ ok: false, problem: { status: 404 } })
  })
})

const NUMBER = 'orderInfo.mallOrderNumber'
const NAME = 'recipient.name'

describeDatabases('a draft of a delivered file that a program registers', openTestDatabase => {
  const stages: Stage[] = []
  afterAll(() => Promise.all(stages.map(stage => stage.close())))

  /** A draft of five orders, whose last ones fail their check. @param failing how many */
  const openDraft = async (failing: number, environment: 'test' | 'production' = 'test') => {
    const stage = await openStage()
    stages.push(stage)
    const database = await openTestDatabase()
    const { kysely } = database
    const account = { email: 'm@x', name: 'Mina', passwordHash: '-', role: 'administrator' } as const
    const { id: operatorId } = await addOperator(kysely, account)
    const connect = (name: string) => createConnection(kysely, { name, environment, baseUrl: stage.origin })
    const connection = await connect('Partner')
    const other = await connect('Other')
    const opened = connectionTo(stage.origin, { envId: environmentId(connection), environment })
    /** What happens right after the orders of a registration are queued. */
    const queued = { work: async () => {} }
    const desk = await stage.desk(async () => database, {
      preparation: {
        ...preparation,
        prepare: (at, request, steps) =>
          preparation.prepare(at, request, {
            ...steps,
            start: async (run, onQueued) => {
              const started = await steps.start(run, onQueued)
              if (run.kind === 'register') await queued.work()
              return started
            },
          }),
      },
      resolveConnection: async () => opened,
    })
    useAsProcessDatabase(database, desk)
    const draft = { id: draftId, sheet: 'orders/japan', name: 'Monday', operatorId, records: 5 }
    const save = (name: (at: number) => string) =>
      saveLines(
        kysely,
        draft,
        {
          upserts: sampleOrders(5, 1).map((texts, at) => ({
            id: `line ${at}`,
            rank: at,
            texts: { ...texts, [NUMBER]: `A-${at}`, [NAME]: name(at) },
          })),
          removes: [],
        },
        new Date(),
      )
    await save(at => (at < 5 - failing ? '山田 太郎' : 'wrong'))
    await recordArrival(kysely, { ...arriving, operator_id: operatorId }, at)
    await kysely.updateTable('intake_file').set({ state: 'done', outcome: 'imported' }).execute()
    const check = async (by = connection) => {
      await desk.record('check', { draftId, connectionId: by.id, operatorId })
      await desk.runner.idle()
    }
    await check()
    const by = { operatorId, keyId: 'key', requestKey: undefined }
    return {
      ...{ kysely, connection, other, operatorId, service: stage.service, desk, check, queued },
      correct: async (by = connection) => {
        await save(() => '山田 太郎')
        await check(by)
      },
      register: async (confirm: number, connection = 'Partner') => {
        const result = await registerDraft(draftId, { connection, confirm }, by)
        await desk.runner.idle()
        return result
      },
      readOrders: async () => {
        const found = await readDraft(draftId, 'Partner')
        return found.ok ? found.value.orders : undefined
      },
      readRun: async (id: string) => {
        const run = await readRun(draftId, id)
        return run.ok ? run.value : undefined
      },
    }
  }

  const runIdOf = (result: Awaited<ReturnType<typeof registerDraft>>) => (result.ok ? result.value.id : '')

  test('a repeated call gets the registration, also after a later check of other orders', async () => {
    const { kysely, service, check, register, connection, operatorId } = await openDraft(1)
    const first = await register(4)
    expect(first).toMatchObject({ ok: true, value: { kind: 'register' } })
    await check()
    const later = { started_at: new Date(Date.now() + 60_000).toISOString(), started_by: operatorId }
    const where = { draft_id: draftId, connection_id: connection.id, env_id: environmentId(connection) }
    await insertRun(kysely, runRow('check', { ...where, ...later }))
    expect(await register(4)).toMatchObject({
      ok: true,
      value: { id: runIdOf(first), kind: 'register', state: 'finished', done: 4 },
    })
    expect([...service.registered.values()]).toEqual([1, 1, 1, 1])
  })

  test('once all orders are registered, a repeated call gets the registration that its count began', async () => {
    const { kysely, register, correct } = await openDraft(2)
    const first = await register(3)
    await correct()
    expect(await register(3)).toMatchObject({ ok: false, problem: { status: 409, ready: 2 } })
    const second = await register(2)
    expect(runIdOf(await register(3))).toBe(runIdOf(first))
    expect(runIdOf(await register(2))).toBe(runIdOf(second))
    expect(await register(4)).toMatchObject({ ok: false, problem: { status: 409, ready: 0 } })
    // Requests are deleted after a day, their runs stay.
    await deleteFinishedRunRequests(kysely, '2999-01-01T00:00:00.000Z')
    expect(runIdOf(await register(2))).toBe(runIdOf(second))
  })

  test('a repeated call on another connection gets no registration of the first one', async () => {
    const { register } = await openDraft(0)
    await register(5)
    expect(await register(5, 'Other')).toMatchObject({ ok: false, problem: { status: 409, ready: 0 } })
  })

  test('a repeated call gets the registration whose outcome is not known yet, and sends nothing', async () => {
    const { service, register } = await openDraft(0)
    service.registerModes.push('execute_then_502')
    const run = await register(5)
    const sent = service.requests.length
    expect(await register(5)).toMatchObject({ ok: true, value: { id: runIdOf(run), state: 'stopped' } })
    expect(service.requests.length).toBe(sent)
  })

  test('of two requests in the same moment one registers, and the other says that no orders were left', async () => {
    const { desk, connection, operatorId, readRun, service } = await openDraft(0)
    const request = { draftId, connectionId: connection.id, operatorId, revision: 1_000, confirmed: 5 }
    const ids = [await desk.record('register', request), await desk.record('register', request)]
    await desk.runner.idle()
    expect([...service.registered.values()]).toEqual([1, 1, 1, 1, 1])
    const [first, second] = await Promise.all(ids.map(readRun))
    expect(first).toMatchObject({ state: 'finished', done: 5, problem: null })
    const problem = expect.stringMatching(/^0 orders are ready to register, not 5/)
    expect(second).toMatchObject({ state: 'failed', done: 0, problem })
  })

  describe.each(['test', 'production'] as const)(
    'in %s, after a run paused with queued orders',
    environment => {
      /** Three orders wait behind a paused run; the other two failed their check. */
      const paused = async () => {
        const desk = await openDraft(2, environment)
        desk.service.registerModes.push(401)
        const first = await desk.register(3)
        expect(await desk.readRun(runIdOf(first))).toMatchObject({ state: 'paused' })
        expect(desk.service.registered.size).toBe(0)
        return desk
      }

      test('registers the ready orders together with the waiting ones, if their sum is confirmed', async () => {
        const { kysely, service, correct, register, readRun, readOrders } = await paused()
        await correct()
        expect(await readOrders()).toMatchObject({ total: 5, ready: 2, waiting: 3, underWay: 3 })
        for (const confirm of [2, 3, 4]) {
          expect(await register(confirm)).toMatchObject({
            ok: false,
            problem: {
              status: 409,
              ready: 2,
              waiting: 3,
              detail: expect.stringMatching(/2 .* 3 .*all 5, not/),
            },
          })
        }
        expect(service.registered.size).toBe(0)
        const run = await register(5)
        expect(await readRun(runIdOf(run))).toMatchObject({ kind: 'register', state: 'finished', done: 2 })
        expect([...service.registered.values()]).toEqual([1, 1, 1, 1, 1])
        expect(await readOrders()).toMatchObject({ ready: 0, waiting: 0, underWay: 0, registered: 5 })
        expect(await register(5)).toMatchObject({ ok: true, value: { id: runIdOf(run) } })
        // Its request was deleted meanwhile.
        await deleteFinishedRunRequests(kysely, '2999-01-01T00:00:00.000Z')
        expect(await register(5)).toMatchObject({ ok: true, value: { id: runIdOf(run) } })
        expect(await register(4)).toMatchObject({ ok: false, problem: { status: 409, ready: 0, waiting: 0 } })
      })

      test('continues with the waiting orders where no other is ready, and reports their run', async () => {
        const { service, register, readRun, readOrders } = await paused()
        const run = await register(3)
        expect([...service.registered.values()]).toEqual([1, 1, 1])
        expect(await readRun(runIdOf(run))).toMatchObject({ kind: 'register', state: 'finished', done: 3 })
        expect(await readOrders()).toMatchObject({ waiting: 0, registered: 3 })
        expect(await register(3)).toMatchObject({ ok: true, value: { kind: 'register', done: 3 } })
      })

      test('continues with no waiting order when more wait than were confirmed', async () => {
        const { service, readRun, connection, operatorId, desk } = await paused()
        const on = { draftId, connectionId: connection.id, operatorId }
        const id = await desk.record('register', { ...on, revision: 1_000, confirmed: 2 })
        await desk.runner.idle()
        const problem = expect.stringMatching(/0 .* 3 .*all 3, not 2/)
        expect(await readRun(id)).toMatchObject({ state: 'failed', problem })
        expect(service.registered.size).toBe(0)
      })

      test('sends nothing through another connection, and says where the orders wait', async () => {
        const { kysely, service, register } = await paused()
        const sent = service.requests.length
        const detail = expect.stringMatching(/^0 .* not 3.* 3 orders wait .*Partner/)
        const refusal = { ok: false, problem: { status: 409, ready: 0, waiting: 0, detail } }
        expect(await register(3, 'Other')).toMatchObject(refusal)
        const waitingElsewhere = [{ connection: 'Partner', orders: 3 }]
        expect(await readDraft(draftId, 'Other')).toMatchObject({ ok: true, value: { waitingElsewhere } })
        expect(await readDraft(draftId, 'Partner')).toMatchObject({
          ok: true,
          value: { waitingElsewhere: [] },
        })
        // Nor does a person's pause there become the result of a call for another connection.
        const problem = JSON.stringify({ code: 'by_operator' })
        await kysely.updateTable('run').set({ problem }).where('kind', '=', 'register').execute()
        expect(await register(3, 'Other')).toMatchObject(refusal)
        expect(service.requests.length).toBe(sent)
      })

      test('a repeated call gets its registration also while other orders wait at another connection', async () => {
        const { service, other, correct, register, readRun } = await paused()
        await correct(other)
        const run = await register(2, 'Other')
        expect(await readRun(runIdOf(run))).toMatchObject({ state: 'finished', done: 2 })
        expect(runIdOf(await register(2, 'Other'))).toBe(runIdOf(run))
        expect([...service.registered]).toEqual([
          ['A-3', 1],
          ['A-4', 1],
        ])
      })

      test.each([
        ['after_restore', /backup/i],
        ['by_operator', /paused/i],
      ] as const)(
        'sends nothing where a person must continue the run (%s), and gets that run',
        async (code, words) => {
          const { kysely, service, register, readRun } = await paused()
          await kysely
            .updateTable('run')
            .set({ problem: JSON.stringify({ code }) })
            .where('kind', '=', 'register')
            .execute()
          const run = await register(3)
          const problem = expect.stringMatching(words)
          expect(await readRun(runIdOf(run))).toMatchObject({ kind: 'register', state: 'paused', problem })
          expect(service.registered.size).toBe(0)
        },
      )

      test('sends nothing while its environment waits for a comparison after a restore', async () => {
        const { kysely, service, register, readRun } = await paused()
        await kysely.updateTable('ledger_environment').set({ restored_at: at }).execute()
        const run = await register(3)
        expect(await readRun(runIdOf(run))).toMatchObject({ kind: 'register', state: 'paused' })
        expect(service.registered.size).toBe(0)
        const { restored_at: restoredAt } = await kysely
          .selectFrom('ledger_environment')
          .select('restored_at')
          .executeTakeFirstOrThrow()
        expect(restoredAt).toBe(at)
      })

      test('does not continue a run that stops while other orders are queued', async () => {
        const { kysely, service, correct, connection, operatorId, desk, queued } = await paused()
        await correct()
        const beat = new Date(Date.now() + 3_600_000).toISOString()
        await kysely
          .insertInto('runner')
          .values({ boot_id: 'another server', host: 'elsewhere', pid: 1, started_at: at, beat_at: beat })
          .execute()
        const halted = kysely.updateTable('run').where('state', '=', 'paused').where('kind', '=', 'register')
        await halted.set({ state: 'running', owner: 'another server' }).execute()
        queued.work = async () => {
          await kysely
            .updateTable('run')
            .set({
              state: 'stopped',
              owner: null,
              problem: JSON.stringify({ code: 'unknown_outcome', count: 1 }),
            })
            .where('owner', '=', 'another server')
            .execute()
        }
        const on = { draftId, connectionId: connection.id, operatorId }
        await desk.record('register', { ...on, revision: 1_000, confirmed: 2 })
        await desk.runner.idle()
        const runs = await kysely.selectFrom('run').select(['state']).where('kind', '=', 'register').execute()
        expect(runs.map(run => run.state).sort()).toContain('stopped')
        expect([...service.registered.keys()].sort()).not.toContain('A-0')
      })

      test('sends nothing when more orders wait than were confirmed, and its run says so', async () => {
        const { kysely, service, correct, register, readRun, connection, operatorId, desk } = await paused()
        await correct()
        const on = { draftId, connectionId: connection.id, operatorId }
        // As where the run of these orders stops after they were counted.
        const id = await desk.record('register', { ...on, revision: 1_000, confirmed: 2 })
        await desk.runner.idle()
        expect(await readRun(id)).toMatchObject({
          state: 'failed',
          problem: expect.stringMatching(/2 .* 3 .*all 5, not 2/),
        })
        expect(service.registered.size).toBe(0)
        expect(await kysely.selectFrom('run').select('id').where('id', '=', id).execute()).toEqual([])
        expect(await register(5)).toMatchObject({ ok: true })
      })
    },
  )
})
