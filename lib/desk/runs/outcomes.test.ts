import { expect, test } from 'vitest'
import { cancelRun } from '@/lib/ledger/runner/control'
import { deleteConnection } from '@/lib/store/connections/changes'
import { createConnection, environmentId, updateConnection } from '@/lib/store/connections/connections'
import type { Db } from '@/lib/store/db/database'
import { enqueueOrders } from '@/lib/store/ledger/orders/enqueue-orders'
import { insertRun } from '@/lib/store/ledger/runs/runs'
import { describeDatabases } from '@/testing/store/databases'
import { orderRow, runRow } from '@/testing/store/ledger-rows'
import { useAsProcessDatabase } from '@/testing/store/process-database'
import { draftOutcomes, registeredElsewhere } from './outcomes'

async function register(db: Db, envId: string, connectionId: string, numbers: readonly string[]) {
  const run = runRow(envId, { kind: 'register', env_id: envId, connection_id: connectionId })
  await insertRun(db, run)
  await enqueueOrders(
    db,
    numbers.map(number => orderRow(number, { env_id: envId, run_id: run.id })),
  )
}

describeDatabases('orders of a draft that are registered elsewhere', openTestDatabase => {
  test('are counted with the connection that leads there; the environment in use is left out', async () => {
    const { kysely } = await openTestDatabase()
    const [carrier, twin, other] = await Promise.all(
      [
        { name: 'Carrier', baseUrl: 'https://a.example' },
        { name: 'Carrier again', baseUrl: 'https://a.example/v2' },
        { name: 'Other', baseUrl: 'https://b.example' },
      ].map(one => createConnection(kysely, { ...one, environment: 'production' })),
    )
    if (!carrier || !twin || !other) throw new Error('three connections')
    await register(kysely, environmentId(carrier), twin.id, ['A', 'B'])
    await register(kysely, environmentId(other), other.id, ['C'])
    const seenFrom = (envId: string) => registeredElsewhere(kysely, 'd1', envId)
    expect(await seenFrom('embedded')).toEqual([
      { connectionId: twin.id, at: 'Carrier again', count: 2 },
      { connectionId: other.id, at: 'Other', count: 1 },
    ])
    expect(await seenFrom(environmentId(carrier))).toEqual([
      { connectionId: other.id, at: 'Other', count: 1 },
    ])

    // Another connection to the same place takes over from a deleted one; without any the address is left.
    for (const { id } of [twin, other]) expect(await deleteConnection(kysely, id)).toBe('deleted')
    expect(await seenFrom('embedded')).toEqual([
      { connectionId: carrier.id, at: 'Carrier', count: 2 },
      { connectionId: null, at: 'https://b.example', count: 1 },
    ])
    expect(await registeredElsewhere(kysely, 'd2', 'embedded')).toEqual([])
  })
})

describeDatabases('a registration that stopped', openTestDatabase => {
  /** Two connections to one service. Two orders wait at the first one, whose token was rejected. */
  const open = async () => {
    const database = await openTestDatabase()
    useAsProcessDatabase(database)
    const { kysely } = database
    const connect = (name: string) =>
      createConnection(kysely, { name, environment: 'test', baseUrl: 'https://a.example' })
    const [own, twin] = [await connect('Carrier'), await connect('Carrier again')]
    const place = { env_id: environmentId(own), connection_id: own.id }
    const problem = JSON.stringify({ code: 'credential', status: 401 })
    await insertRun(kysely, runRow('halted', { ...place, kind: 'register', state: 'paused', problem }))
    await enqueueOrders(
      kysely,
      ['A', 'B'].map(number =>
        orderRow(number, { env_id: place.env_id, run_id: 'halted', state: 'QUEUED', draft_id: 'd1' }),
      ),
    )
    const halted = async (connectionId: string) => (await draftOutcomes('d1', connectionId, '')).halted
    return { database, kysely, own, twin, place, halted }
  }
  const shown = { runId: 'halted', state: 'paused', waiting: 2, connection: 'Carrier' }

  test('is the latest run where it belongs, and is shown with its reason at any other connection', async () => {
    const { own, twin, halted } = await open()
    expect(await halted(own.id)).toEqual([])
    expect((await draftOutcomes('d1', own.id, '')).run).toMatchObject({ runId: 'halted', left: 2 })
    const problem = expect.stringMatching(/token/)
    const why = { problem, problemCode: 'credential' }
    expect(await halted(twin.id)).toEqual([{ ...shown, ...why, connectionId: own.id, isHere: true }])
    expect(await halted('sandbox')).toMatchObject([{ ...shown, connectionId: own.id, isHere: false }])
  })

  test('stays on the sheet after a later check of the same draft, until it is canceled', async () => {
    const { database, kysely, own, place, halted } = await open()
    await insertRun(kysely, runRow('check', { ...place, started_at: '2026-11-21T02:00:00.000Z' }))
    expect((await draftOutcomes('d1', own.id, '')).run).toMatchObject({ runId: 'check' })
    expect(await halted(own.id)).toMatchObject([{ ...shown, connectionId: own.id, isHere: true }])
    await cancelRun(database, 'halted', 'mina', Date.now)
    expect(await halted(own.id)).toEqual([])
  })

  test('says that it can only be canceled once its connection was deleted or leads elsewhere', async () => {
    const { kysely, own, twin, halted } = await open()
    const production = { name: 'Carrier', environment: 'production', baseUrl: own.baseUrl } as const
    await updateConnection(kysely, own.id, production)
    const moved = { connectionId: null, problemCode: 'connection_moved' }
    const cancel = expect.stringMatching(/cancel this run/i)
    expect(await halted(twin.id)).toEqual([{ ...shown, ...moved, isHere: true, problem: cancel }])
    const { run } = await draftOutcomes('d1', own.id, '')
    expect(run).toMatchObject({ runId: 'halted', left: 2, problem: cancel, problemCode: 'connection_moved' })
    expect(run?.isStranded).toBe(true)
    await updateConnection(kysely, own.id, { ...production, environment: 'test' })
    expect((await draftOutcomes('d1', own.id, '')).run).toMatchObject({ left: 2, isStranded: false })
    await updateConnection(kysely, own.id, production)
    await insertRun(
      kysely,
      runRow('later', { connection_id: own.id, started_at: '2026-11-21T02:00:00.000Z' }),
    )
    expect(await halted(own.id)).toEqual([{ ...shown, ...moved, isHere: false, problem: cancel }])

    await deleteConnection(kysely, own.id)
    const gone = { connectionId: null, problemCode: 'connection_gone', problem: cancel }
    expect(await halted(twin.id)).toEqual([{ ...shown, ...gone, isHere: true }])
  })
})
