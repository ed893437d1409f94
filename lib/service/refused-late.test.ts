import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerJapanOrders } from '@/lib/contract/operations'
import { problem } from '@/lib/contract/results'
import { describeDatabases, type TestDatabase } from '@/lib/store/suite'
import type { Call } from './call'
import { registerOrders } from './register-orders'
import { openRig, type Rig } from './rig'
import { sampleOrder } from './samples'
import { NoRoom, Spool } from './spool'

describeDatabases('a registration', openTestDatabase => {
  let database: TestDatabase
  let rig: Rig
  const reported: unknown[] = []
  beforeAll(async () => {
    database = await openTestDatabase()
    rig = await openRig(database, {
      limits: () => ({ maxBodyBytes: Number.POSITIVE_INFINITY, idle: 5000, minRate: 1024 }),
      spoolDirectory: () => {
        throw new NoRoom('The disk is nearly full.')
      },
      report: (_, error) => void reported.push(error),
    })
  })
  afterAll(() => rig.close())

  const stored = () => database.kysely.selectFrom('service_order').select('id').execute()
  const order = (number: string) => sampleOrder({ mallOrderNumber: number })

  test('for which the disk has no room is refused with what to do, and leaves nothing', async () => {
    const data = Array.from({ length: 2500 }, (_, row) => order(`A-${row}`))
    const answer = await rig.send('registerJapanOrders', { data })
    expect([answer.status, problem.parse(answer.body).detail]).toEqual([
      507,
      expect.stringMatching(/^The storage of the service is full\. Report .*, or send fewer at once\.$/),
    ])
    expect(reported).toEqual([expect.any(NoRoom)])
    expect(await stored()).toEqual([])
    // What fits into memory goes on.
    const small = await rig.send('registerJapanOrders', { data: [order('B')] })
    expect(small.body).toMatchObject({ isSuccess: true })
  })

  test('whose caller goes away when all of it has come leaves nothing', async () => {
    const before = await stored()
    const gone = new AbortController()
    const spools: Spool[] = []
    const bytes = Buffer.from(JSON.stringify(order('C')))
    const call: Call = {
      operation: registerJapanOrders,
      principal: {
        clientId: rig.credentials.clientId,
        clientName: 'Hanbit Store',
        isDesk: false,
        scopes: ['orders'],
      },
      database,
      warehouses: [],
      signal: gone.signal,
      idempotencyKey: undefined,
      read: async taker => {
        taker.take(order('C'), { buffer: bytes, start: 0, end: bytes.length })
        await taker.settle()
        gone.abort()
        return undefined
      },
      keep: async () => {},
      spool: () => {
        const spool = new Spool(tmpdir)
        spools.push(spool)
        return spool
      },
    }
    await expect(registerOrders(call)).rejects.toThrow('aborted')
    expect(await stored()).toEqual(before)
    for (const spool of spools) await spool.close()
  })
})
