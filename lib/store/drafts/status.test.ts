import { expect, test } from 'vitest'
import type { Db } from '@/lib/store/db/database'
import { saveOwnFindings } from '@/lib/store/ledger/checks/check-figures'
import { clearRejections, keepPasses, saveVerdicts } from '@/lib/store/ledger/checks/verdicts'
import { ensureEnvironment, updateEnvironment } from '@/lib/store/ledger/environments/environments'
import { enqueueOrders } from '@/lib/store/ledger/orders/enqueue-orders'
import type { LedgerOrderRow } from '@/lib/store/ledger/orders/orders'
import { findLatestRun, findRun, insertRun, type RunRow } from '@/lib/store/ledger/runs/runs'
import { describeDatabases } from '@/testing/store/databases'
import { orderRow, runRow, verdictRow } from '@/testing/store/ledger-rows'
import { countDrafts, listDrafts, listDraftsWithUnknowns } from './draft-list'
import { saveLines, setDraftConnection } from './drafts'
import { findLedgerUse } from './lifecycle'
import { countDraftStatuses, listActiveRuns, listRegisteredPlaces, listRequestedWaits } from './status'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 1, minute)).toISOString()

const run = (id: string, of: Partial<RunRow>) => runRow(id, { started_at: at(0), ...of })

const judge = (
  db: Db,
  number: string,
  passed: boolean,
  checkedAt: string,
  sha256 = 'h',
  variant: LedgerOrderRow['variant'] = 'japan',
) =>
  saveVerdicts(db, [verdictRow(number, { passed: passed ? 1 : 0, checked_at: checkedAt, sha256, variant })])

const none = { registered: 0, passed: 0, failing: 0, unknown: 0, busy: 0, elsewhere: 0 }
const standingsOf = async (db: Db) =>
  (await countDraftStatuses(db, ['d1'], ['checkJapanOrders'])).map(({ checkedAt: _, ...counts }) => counts)

describeDatabases('statuses of drafts', openTestDatabase => {
  test('every order counts once per environment, by the ledger before its verdict', async () => {
    const { kysely } = await openTestDatabase()
    await insertRun(kysely, run('r1', {}))
    for (const number of ['P', 'R', 'U']) await judge(kysely, number, true, at(1))
    await judge(kysely, 'F', false, at(1))
    await enqueueOrders(kysely, [
      orderRow('R', {}),
      orderRow('U', { state: 'UNKNOWN' }),
      orderRow('Q', { state: 'QUEUED' }),
      orderRow('C', { state: 'CANCELLED' }),
      orderRow('P', { env_id: 'production:https://a' }),
    ])
    expect(await standingsOf(kysely)).toEqual([
      {
        draftId: 'd1',
        envId: 'embedded',
        registered: 1,
        passed: 1,
        failing: 1,
        unknown: 1,
        busy: 1,
        elsewhere: 0,
      },
      { ...none, draftId: 'd1', envId: 'production:https://a', registered: 1 },
    ])
    expect(await findLedgerUse(kysely, 'd1')).toEqual({
      isRunning: false,
      busy: 1,
      unknown: 1,
      registered: 2,
    })
    expect(await countDraftStatuses(kysely, ['d2'], ['checkJapanOrders'])).toEqual([])
  })

  test('says when the whole draft was checked last in each environment', async () => {
    const { kysely } = await openTestDatabase()
    await insertRun(kysely, run('r1', { started_at: at(0) }))
    await insertRun(kysely, run('r2', { started_at: at(4) }))
    await judge(kysely, 'A', true, at(5))
    await enqueueOrders(kysely, [orderRow('B', { env_id: 'production:https://a' })])
    expect(await countDraftStatuses(kysely, ['d1'], ['checkJapanOrders'])).toMatchObject([
      { envId: 'embedded', checkedAt: at(4) },
      { envId: 'production:https://a', checkedAt: null },
    ])
  })

  test('a draft is finished once all of it is registered where its connection leads', async () => {
    const { kysely } = await openTestDatabase()
    const carrier = { env_id: 'production:https://a' }
    const save = (id: string, records: number) =>
      saveLines(
        kysely,
        { id, sheet: 'orders/japan', name: id, operatorId: 'o1', records, connectionId: 'c1' },
        { upserts: [], removes: [] },
        new Date(at(0)),
      )
    for (const [id, records] of [
      ['d1', 2],
      ['empty', 0],
      ['other', 1],
    ] as const)
      await save(id, records)
    const finished = async () => {
      const lists = [true, false].map(isFinished => ({ isArchived: false, isFinished }))
      const [yes = [], no = []] = await Promise.all(lists.map(list => listDrafts(kysely, list, 9, 0)))
      const counts = await countDrafts(kysely, undefined)
      expect(counts).toEqual({ current: no.length, finished: yes.length, archived: 0 })
      expect(yes.length + no.length).toBe(3)
      return yes.map(({ id }) => id)
    }
    await insertRun(kysely, run('r1', { kind: 'register' }))
    await enqueueOrders(kysely, [orderRow('A', {}), orderRow('B', { state: 'UNKNOWN' })])
    expect(await finished()).toEqual([])
    await enqueueOrders(kysely, [orderRow('C', {})])
    expect(await finished()).toEqual(['d1'])
    // At another connection nothing of it is registered yet.
    await insertRun(kysely, run('r2', { ...carrier, connection_id: 'c2' }))
    await setDraftConnection(kysely, 'd1', 'c2')
    expect(await finished()).toEqual([])
    await setDraftConnection(kysely, 'd1', 'c1')
    await save('d1', 3)
    expect(await finished()).toEqual([])
  })

  test('where orders of a draft are registered is counted for each environment, with its last connection', async () => {
    const { kysely } = await openTestDatabase()
    const carrier = { env_id: 'production:https://a' }
    await insertRun(kysely, run('r1', { ...carrier, kind: 'register', connection_id: 'c1' }))
    await insertRun(
      kysely,
      run('r2', { ...carrier, kind: 'register', connection_id: 'c2', started_at: at(1) }),
    )
    await insertRun(kysely, run('r3', { ...carrier, connection_id: 'c3', started_at: at(2) }))
    await enqueueOrders(kysely, [
      orderRow('A', carrier),
      orderRow('B', carrier),
      orderRow('U', { ...carrier, state: 'UNKNOWN' }),
      orderRow('S', {}),
      orderRow('Other', { ...carrier, draft_id: 'd2' }),
    ])
    expect(await listRegisteredPlaces(kysely, 'd1')).toEqual([
      { envId: 'embedded', count: 1, connectionId: null },
      { envId: 'production:https://a', count: 2, connectionId: 'c2' },
    ])
    expect(await listRegisteredPlaces(kysely, 'd3')).toEqual([])
  })

  test('records that the newest check did not include are ignored', async () => {
    const { kysely } = await openTestDatabase()
    await insertRun(kysely, run('r1', {}))
    await judge(kysely, 'old number', false, at(1))
    await insertRun(kysely, run('r2', { started_at: at(2) }))
    await judge(kysely, 'new number', true, at(3))
    expect(await standingsOf(kysely)).toEqual([{ ...none, draftId: 'd1', envId: 'embedded', passed: 1 }])
  })

  test('recent passes that the newest check relied on count; other results of that time do not', async () => {
    const database = await openTestDatabase()
    const { kysely } = database
    await insertRun(kysely, run('r1', {}))
    await judge(kysely, 'kept', true, at(1))
    await judge(kysely, 'corrected', false, at(1))
    await judge(kysely, 'removed', true, at(1))
    const check = { draftId: 'd1', withheld: 0, at: at(2) }
    await saveOwnFindings(kysely, { ...check, runId: 'r2' }, [])
    const passes = new Map([['kept', at(1)]])
    await keepPasses(database, { runId: 'r2', draftId: 'd1', envId: 'embedded', requestedAt: at(2) }, passes)
    await insertRun(kysely, run('r2', { started_at: at(2) }))
    expect(await standingsOf(kysely)).toMatchObject([{ passed: 1, failing: 0 }])
    await judge(kysely, 'corrected', true, at(3))
    expect(await standingsOf(kysely)).toMatchObject([{ passed: 2, failing: 0 }])
    // A check without recent passes sends all orders again.
    await saveOwnFindings(kysely, { ...check, runId: 'r3' }, [])
    await keepPasses(
      database,
      { runId: 'r3', draftId: 'd1', envId: 'embedded', requestedAt: at(4) },
      new Map(),
    )
    await insertRun(kysely, run('r3', { started_at: at(4) }))
    await judge(kysely, 'kept', true, at(5))
    expect(await standingsOf(kysely)).toMatchObject([{ passed: 1, failing: 0 }])
  })

  test('a rejected order fails until it is changed and passes again', async () => {
    const { kysely } = await openTestDatabase()
    await insertRun(kysely, run('r1', {}))
    await judge(kysely, 'A', true, at(1))
    await enqueueOrders(kysely, [orderRow('A', { state: 'REJECTED', updated_at: at(2) })])
    expect(await standingsOf(kysely)).toMatchObject([{ failing: 1, passed: 0 }])
    await judge(kysely, 'A', true, at(3))
    expect(await standingsOf(kysely)).toMatchObject([{ failing: 1, passed: 0 }])
    await judge(kysely, 'A', true, at(3), 'changed')
    expect(await standingsOf(kysely)).toMatchObject([{ failing: 0, passed: 1 }])
    await enqueueOrders(kysely, [orderRow('A', { generation: 2 })])
    expect(await standingsOf(kysely)).toEqual([{ ...none, draftId: 'd1', envId: 'embedded', registered: 1 }])
  })

  test('a rejected product passes once its rejection is cleared', async () => {
    const { kysely } = await openTestDatabase()
    await insertRun(kysely, run('r1', { kind: 'register', operation: 'registerProducts' }))
    const refused = orderRow('A', {
      scope: 'products',
      variant: 'product',
      state: 'REJECTED',
      explained: 'here',
    })
    await enqueueOrders(kysely, [refused])
    await judge(kysely, 'A', false, refused.updated_at, 'h', 'product')
    const statuses = () => standingsOf(kysely)
    expect(await statuses()).toMatchObject([{ failing: 1, passed: 0 }])
    // Other products were changed and sent again: this one is still rejected.
    await insertRun(kysely, run('r2', { operation: 'registerProducts', started_at: at(2) }))
    expect(await statuses()).toMatchObject([{ failing: 1, passed: 0 }])
    await clearRejections(kysely, 'd1', { envId: 'embedded', connectionId: 'c1' }, ['A'], at(3))
    expect(await statuses()).toMatchObject([{ failing: 0, passed: 1 }])
  })

  test('drafts with unknown outcomes are found, archived or not; active runs are listed', async () => {
    const { kysely } = await openTestDatabase()
    const draft = { id: 'd1', sheet: 'orders/japan', name: 'Qoo10', operatorId: 'o1' }
    await saveLines(kysely, draft, { upserts: [], removes: [] }, new Date())
    await insertRun(kysely, run('r1', { kind: 'register', state: 'running' }))
    await enqueueOrders(kysely, [
      orderRow('U', { state: 'UNKNOWN' }),
      orderRow('V', { state: 'UNKNOWN', env_id: 'test:https://b' }),
    ])
    const doubtful = { id: 'd1', sheet: 'orders/japan', name: 'Qoo10', unknown: 2 }
    expect(await listDraftsWithUnknowns(kysely)).toEqual([doubtful])
    expect(await listDraftsWithUnknowns(kysely, 'products')).toEqual([])
    expect(await listActiveRuns(kysely, ['d1', 'd2'])).toEqual(new Map([['d1', 'register']]))
    expect(await findLedgerUse(kysely, 'd1')).toMatchObject({ isRunning: true, unknown: 2 })
    // A wait that Lading chose itself is not listed, nor is one that is over.
    const waits = async (change: Parameters<typeof updateEnvironment>[2]) => {
      await ensureEnvironment(kysely, 'embedded')
      await updateEnvironment(kysely, 'embedded', change)
      return [...(await listRequestedWaits(kysely, ['d1', 'd2'], at(0))).values()]
    }
    expect(await waits({ not_before: at(5) })).toEqual([])
    expect(await waits({ asked_until: at(60) })).toEqual([at(5)])
    expect(await waits({ not_before: at(0) })).toEqual([])
  })

  test('the latest run is the active one, else the newest with orders', async () => {
    const { kysely } = await openTestDatabase()
    const latest = async () => (await findLatestRun(kysely, 'd1'))?.id
    expect(await latest()).toBeUndefined()
    await insertRun(kysely, run('r1', { total: 3, finished_at: at(5) }))
    // A second run request for the same orders during r1: this run accepted none of them.
    await insertRun(kysely, run('r2', { total: 0, started_at: at(2), finished_at: at(2) }))
    expect(await latest()).toBe('r1')
    expect(await findLatestRun(kysely, 'd1')).toEqual(await findRun(kysely, 'r1'))
    // A later run request, when everything was already registered.
    await insertRun(kysely, run('r3', { total: 0, started_at: at(6), finished_at: at(6) }))
    expect(await latest()).toBe('r3')
    await insertRun(kysely, run('r4', { total: 1, started_at: at(1), state: 'running' }))
    expect(await latest()).toBe('r4')
  })
})
