import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { withOwnErrors } from '@/lib/desk/drafts/list/draft-errors'
import type { Ports } from '@/lib/ledger/runner/ports'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { createConnection, environmentId } from '@/lib/store/connections/connections'
import { listDrafts } from '@/lib/store/drafts/draft-list'
import { readLines, saveLines } from '@/lib/store/drafts/drafts'
import { archiveDraft } from '@/lib/store/drafts/lifecycle'
import { findDraftRevision } from '@/lib/store/drafts/saves'
import { countDraftStatuses } from '@/lib/store/drafts/status'
import { findRunRequest } from '@/lib/store/ledger/runs/run-requests'
import { findRun } from '@/lib/store/ledger/runs/runs'
import { addOperator } from '@/lib/store/people/operators'
import { connectionTo, openStage, type Stage } from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'
import { preparation } from './prepare-run'

const NUMBER = 'orderInfo.mallOrderNumber'
const NAME = 'recipient.name'

describeDatabases('a requested run of a draft', openTestDatabase => {
  const stages: Stage[] = []
  afterAll(() => Promise.all(stages.map(stage => stage.close())))

  /**
   * A draft of three orders of one line each, and a process that prepares its runs.
   * @param over the ports of that process, e.g. its clock
   */
  async function open(environment: 'test' | 'production' = 'test', over: Partial<Ports> = {}) {
    const stage = await openStage()
    stages.push(stage)
    const database = await openTestDatabase()
    const { kysely } = database
    const operator = await addOperator(kysely, {
      ...{ email: 'mina@x', name: 'Mina', passwordHash: '-', role: 'registrar' },
    })
    const connection = await createConnection(kysely, { name: 'A', environment, baseUrl: stage.origin })
    let isGone = false
    let meanwhile = async () => {}
    const opened = connectionTo(stage.origin, { envId: environmentId(connection), environment })
    const desk = await stage.desk(async () => database, {
      ...over,
      preparation,
      // Each connection has its own account.
      resolveConnection: async id => {
        await meanwhile()
        return isGone ? undefined : { ...opened, target: { ...opened.target, accessToken: `token of ${id}` } }
      },
    })
    const draft = { id: randomUUID(), sheet: 'orders/japan', name: 'Qoo10', operatorId: operator.id }
    const save = (upserts: readonly { id: string; rank: number; texts: Record<string, string> }[]) =>
      saveLines(kysely, draft, { upserts, removes: [] }, new Date())
    await save(
      sampleOrders(3, 1).map((texts, at) => ({
        id: `line ${at}`,
        rank: at,
        texts: { ...texts, [NUMBER]: `A-${at}` },
      })),
    )
    const revision = async () => (await findDraftRevision(kysely, draft.id))?.revision ?? 0
    const start = async (kind: 'check' | 'register', over: Parameters<typeof desk.record>[1] = {}) => {
      const on = { draftId: draft.id, connectionId: connection.id, operatorId: operator.id }
      const id = await desk.record(kind, { ...on, revision: await revision(), ...over })
      await desk.runner.idle()
      return JSON.parse((await findRunRequest(kysely, id))?.result ?? 'null')
    }
    const lose = () => {
      isGone = true
    }
    /** Runs `work` once, after the orders of the next run are frozen and before they are queued. */
    const onceFrozen = (work: () => Promise<void>) => {
      meanwhile = () => {
        meanwhile = async () => {}
        return work()
      }
    }
    return { ...stage, lose, onceFrozen, kysely, desk, draft, operator, connection, save, revision, start }
  }

  const edit = async ({ kysely, draft, save }: Awaited<ReturnType<typeof open>>, at: number) => {
    const line = (await readLines(kysely, draft.id)).find(({ id }) => id === `line ${at}`)
    if (line) await save([{ ...line, texts: { ...line.texts, [NAME]: '田中 花子' } }])
  }

  test('freezes the orders that the operator saw; orders that changed since stay and are reported', async () => {
    const desk = await open()
    const seen = await desk.revision()
    await edit(desk, 1)
    const checked = await desk.start('check', { revision: seen })
    expect(checked).toMatchObject({ ok: true, value: { accepted: 2, changed: 1, fresh: 0 } })
    const run = await findRun(desk.kysely, checked.value.runId)
    expect(JSON.parse(run?.refused ?? '')).toEqual([{ mallOrderNumber: 'A-1', reason: 'changed' }])
    // The next check includes it.
    expect(await desk.start('check')).toMatchObject({ ok: true, value: { accepted: 1, fresh: 2 } })
  })

  test('registers only unchanged orders that passed their check', async () => {
    const desk = await open()
    await desk.start('check')
    await edit(desk, 2)
    const seen = await desk.revision()
    await edit(desk, 0)
    const registered = await desk.start('register', { revision: seen })
    expect(registered).toMatchObject({ ok: true, value: { accepted: 1, changed: 1 } })
    expect([...desk.service.registered]).toEqual([['A-1', 1]])
  })

  test('an order that is edited after the others were frozen stays in the draft with its new text', async () => {
    const desk = await open()
    await desk.start('check')
    desk.onceFrozen(() => edit(desk, 1))
    const registered = await desk.start('register')
    expect(registered).toMatchObject({ ok: true, value: { accepted: 2, changed: 1 } })
    expect([...desk.service.registered.keys()].sort()).toEqual(['A-0', 'A-2'])
    const run = await findRun(desk.kysely, registered.value.runId)
    expect(JSON.parse(run?.refused ?? '')).toEqual([{ mallOrderNumber: 'A-1', reason: 'changed' }])
  })

  test('registers right after a check without reading the lines again', async () => {
    const desk = await open()
    await desk.start('check')
    // No save changed the draft, so the unreadable lines are not noticed.
    await desk.kysely.updateTable('draft_line').set({ texts: 'no JSON' }).execute()
    expect(await desk.start('register')).toMatchObject({ ok: true, value: { accepted: 3 } })
    expect([...desk.service.registered.keys()].sort()).toEqual(['A-0', 'A-1', 'A-2'])
  })

  test('of a server whose clock is behind the database’s sends orders again whose pass expired by the database’s', async () => {
    const minutes = 60_000
    let ahead = 6 * minutes
    const desk = await open('test', { now: () => Date.now() + ahead })
    await desk.start('check')
    ahead += 9 * minutes
    expect(await desk.start('check')).toMatchObject({ ok: true, value: { accepted: 0, fresh: 3 } })
    ahead += 2 * minutes
    expect(await desk.start('check')).toMatchObject({ ok: true, value: { accepted: 3, fresh: 0 } })
    ahead += 14 * minutes
    expect(await desk.start('register')).toMatchObject({ ok: true, value: { accepted: 3 } })
  })

  test('stamps in which fields an order differs from the registered one by the clock of the ledger', async () => {
    const hour = 60 * 60_000
    const desk = await open('test', { now: () => Date.now() + hour })
    const { kysely, draft } = desk
    await desk.start('check')
    await desk.start('register')
    const [line] = await readLines(kysely, draft.id)
    if (!line) throw new Error('the draft has three lines')
    const other = { ...draft, id: randomUUID() }
    const upserts = [{ ...line, texts: { ...line.texts, [NAME]: '田中 花子' } }]
    await saveLines(kysely, other, { upserts, removes: [] }, new Date())
    const seen = { draftId: other.id, revision: 1 }
    expect(await desk.start('check', seen)).toMatchObject({ value: { accepted: 0, elsewhere: 1 } })
    const { checked_at: at } = await kysely
      .selectFrom('verdict')
      .select('checked_at')
      .where('draft_id', '=', other.id)
      .executeTakeFirstOrThrow()
    expect(Math.round((Date.parse(at) - Date.now()) / hour)).toBe(1)
  })

  test('in production asks for the number of frozen orders, and sends nothing until it is typed', async () => {
    const desk = await open('production')
    await desk.start('check')
    const asked = await desk.start('register')
    expect(asked).toMatchObject({ ok: true, value: { runId: '', accepted: 0, toConfirm: 3 } })
    // Another operator edits an order while the count is typed.
    const seen = await desk.revision()
    await edit(desk, 0)
    expect(await desk.start('register', { revision: seen, confirmed: 3 })).toMatchObject({
      ok: true,
      value: { runId: '', toConfirm: 2 },
    })
    expect(desk.service.registered.size).toBe(0)
    const registered = await desk.start('register', { revision: seen, confirmed: 2 })
    expect(registered).toMatchObject({ ok: true, value: { accepted: 2 } })
    expect([...desk.service.registered]).toEqual([
      ['A-1', 1],
      ['A-2', 1],
    ])
  })

  test.each(['test', 'production'] as const)(
    'in %s sends and counts no order that waits at another connection of the same service',
    async environment => {
      const desk = await open(environment)
      const twin = await createConnection(desk.kysely, { name: 'B', environment, baseUrl: desk.origin })
      const onTwin = { connectionId: twin.id }
      await desk.start('check')
      desk.service.registerModes.push(401)
      const first = await desk.start('register', { confirmed: 3 })
      const sent = desk.service.requests.length
      expect(await desk.start('register', onTwin)).toMatchObject({
        ok: true,
        value: { runId: '', accepted: 0 },
      })
      expect(await desk.start('register', { ...onTwin, confirmed: 3 })).toMatchObject({
        value: { runId: '' },
      })
      expect(desk.service.requests.length).toBe(sent)
      expect(await findRun(desk.kysely, first.value.runId)).toMatchObject({ state: 'paused' })

      // A new order is sent without them, with the account of its own connection.
      const [texts] = sampleOrders(1, 9)
      await desk.save([{ id: 'line 9', rank: 9, texts: { ...texts, [NUMBER]: 'B-0' } }])
      await desk.start('check', onTwin)
      expect(await desk.start('register', { ...onTwin, confirmed: 1 })).toMatchObject({
        value: { accepted: 1 },
      })
      expect([...desk.service.registered]).toEqual([['B-0', 1]])
      expect(desk.service.requests.at(-1)?.authorization).toBe(`Bearer token of ${twin.id}`)

      expect(await desk.start('register', { confirmed: 3 })).toMatchObject({
        value: { runId: first.value.runId },
      })
      expect([...desk.service.registered.values()]).toEqual([1, 1, 1, 1])
      expect(desk.service.requests.at(-1)?.authorization).toBe(`Bearer token of ${desk.connection.id}`)
    },
  )

  test('continues a registration only if it had stopped before Register was pressed', async () => {
    let ahead = 0
    const desk = await open('test', { now: () => Date.now() + ahead })
    await desk.start('check')
    desk.service.registerModes.push(401)
    const first = await desk.start('register')
    const stateOfFirst = async () => (await findRun(desk.kysely, first.value.runId))?.state
    expect(await stateOfFirst()).toBe('paused')
    // Pressed in another tab a minute before.
    ahead = -60_000
    expect(await desk.start('register')).toMatchObject({ ok: true, value: { runId: '', accepted: 0 } })
    expect(await stateOfFirst()).toBe('paused')
    expect(desk.service.registered.size).toBe(0)
    ahead = 0
    expect(await desk.start('register')).toMatchObject({ value: { runId: first.value.runId } })
    expect([...desk.service.registered.values()]).toEqual([1, 1, 1])
  })

  test('continues a registration that stopped while the clock was a day ahead', async () => {
    let ahead = 86_400_000
    const desk = await open('test', { now: () => Date.now() + ahead })
    await desk.start('check')
    desk.service.registerModes.push(401)
    const first = await desk.start('register')
    ahead = 0
    expect(await desk.start('register')).toMatchObject({ value: { runId: first.value.runId } })
    expect([...desk.service.registered.values()]).toEqual([1, 1, 1])
  })

  test('returns the run that a dead process started without storing the result', async () => {
    const desk = await open()
    await desk.start('check')
    const clientRequestId = randomUUID()
    const first = await desk.start('register', { clientRequestId })
    await desk.kysely
      .updateTable('run_request')
      .set({ finished_at: null, result: null, owner: 'dead' })
      .where('client_request_id', '=', clientRequestId)
      .execute()
    const again = await desk.start('register', { clientRequestId })
    expect(again).toMatchObject({ ok: true, value: { runId: first.value.runId, accepted: 3 } })
    expect([...desk.service.registered.values()]).toEqual([1, 1, 1])
  })

  test('after only the corrected orders were checked, lists count all that passed, without removed, renumbered and broken ones', async () => {
    const desk = await open()
    const { kysely, draft } = desk
    const lines = await readLines(kysely, draft.id)
    const write = (at: number, texts: Record<string, string>) => {
      const [line] = lines.filter(({ id }) => id === `line ${at}`)
      return desk.save(line ? [{ ...line, texts: { ...line.texts, ...texts } }] : [])
    }
    const counts = async () =>
      (await countDraftStatuses(kysely, [draft.id], ['checkJapanOrders'])).map(({ passed, failing }) => ({
        passed,
        failing,
      }))
    await desk.start('check')
    expect(await counts()).toEqual([{ passed: 3, failing: 0 }])
    await write(1, { [NAME]: '田中 花子' })
    expect(await desk.start('check')).toMatchObject({ ok: true, value: { accepted: 1, fresh: 2 } })
    expect(await counts()).toEqual([{ passed: 3, failing: 0 }])
    // An order gets another number, one an error that Lading withholds.
    await write(0, { [NUMBER]: 'B-0' })
    await write(2, { [NAME]: '' })
    expect(await desk.start('check')).toMatchObject({ value: { accepted: 1, fresh: 1, withheld: 1 } })
    expect(await counts()).toEqual([{ passed: 2, failing: 0 }])
    // One is removed, and the broken one corrected as it was.
    await saveLines(kysely, draft, { upserts: [], removes: ['line 1'] }, new Date())
    await write(2, {})
    expect(await desk.start('check')).toMatchObject({ value: { accepted: 0, fresh: 2 } })
    expect(await counts()).toEqual([{ passed: 2, failing: 0 }])
    expect(await desk.start('register')).toMatchObject({ value: { accepted: 2 } })
    expect(await counts()).toEqual([{ passed: 0, failing: 0 }])
  })

  test('after a check that had nothing to send, lists count an order with an error of its own once', async () => {
    const desk = await open()
    const { kysely, draft } = desk
    await desk.start('check')
    const [, , line] = await readLines(kysely, draft.id)
    if (!line) throw new Error('the draft has three lines')
    const errors = { unchecked: 0, passed: 1, failed: 0 }
    const broken = { ...line, texts: { ...line.texts, [NAME]: '' } }
    await saveLines(kysely, { ...draft, errors }, { upserts: [broken], removes: [] }, new Date())
    const counts = async () => {
      const [status] = await countDraftStatuses(kysely, [draft.id], ['checkJapanOrders'])
      const [listed] = await listDrafts(kysely, { isArchived: false }, 1, 0)
      if (!status || !listed) throw new Error('the draft was checked')
      const { passed, failing } = withOwnErrors(status, listed.ownErrors, listed.countedAt)
      return { passed, failing }
    }
    expect(await counts()).toEqual({ passed: 2, failing: 1 })
    expect(await desk.start('check')).toMatchObject({ value: { accepted: 0, fresh: 2, withheld: 1 } })
    expect(await counts()).toEqual({ passed: 2, failing: 1 })
  })

  test('for a check that does not start leaves the counts of lists as they are', async () => {
    const desk = await open()
    const { kysely, draft } = desk
    const counts = () => countDraftStatuses(kysely, [draft.id], ['checkJapanOrders'])
    await desk.start('check')
    await edit(desk, 1)
    const before = await counts()
    desk.lose()
    expect(await desk.start('check')).toMatchObject({ ok: false })
    expect(await counts()).toEqual(before)
    expect(before).toMatchObject([{ passed: 3 }])
  })

  test('on a draft that was archived meanwhile is refused', async () => {
    const desk = await open()
    const by = { operatorId: desk.operator.id, at: new Date().toISOString() }
    await archiveDraft(desk.kysely, desk.draft.id, by)
    expect(await desk.start('check')).toMatchObject({ ok: false, problem: { code: 'archived' } })
    expect(desk.service.requests).toEqual([])
  })
})
