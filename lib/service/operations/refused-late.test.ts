import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerJapanOrders } from '@/lib/contract/operations'
import { problem } from '@/lib/contract/results'
import { openHarness, type ServiceHarness } from '@/testing/service/harness'
import { sampleOrder } from '@/testing/service/samples'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { InsufficientDiskSpace, Spool } from '../body/spool'
import type { Call } from '../call'
import { registerOrders } from './register-orders'

describeDatabases('a registration', openTestDatabase => {
  let database: TestDatabase
  let harness: ServiceHarness
  const reported: unknown[] = []
  beforeAll(async () => {
    database = await openTestDatabase()
    harness = await openHarness(database, {
      limits: () => ({ maxBodyBytes: Number.POSITIVE_INFINITY, idle: 5000, minRate: 1024 }),
      spoolDirectory: () => {
        throw new InsufficientDiskSpace('The disk is nearly full.')
      },
      report: (_, error) => void reported.push(error),
    })
  })
  afterAll(() => harness.close())

  const stored = () => database.kysely.selectFrom('service_order').select('id').execute()
  const order = (number: string) => sampleOrder({ mallOrderNumber: number })

  test('without disk space is refused with instructions and leaves nothing behind', async () => {
    const data = Array.from({ length: 2500 }, (_, row) => order(`A-${row}`))
    const response = await harness.send('registerJapanOrders', { data })
    expect([response.status, problem.parse(response.body).detail]).toEqual([
      507,
      expect.stringMatching(/^The service is out of storage space\. Send fewer entries, or report ID .*\.$/),
    ])
    expect(reported).toEqual([expect.any(InsufficientDiskSpace)])
    expect(await stored()).toEqual([])
    // Requests that fit into memory are still processed.
    const small = await harness.send('registerJapanOrders', { data: [order('B')] })
    expect(small.body).toMatchObject({ isSuccess: true })
  })

  test('whose caller disconnects after sending it leaves nothing behind', async () => {
    const before = await stored()
    const gone = new AbortController()
    const spools: Spool[] = []
    const bytes = Buffer.from(JSON.stringify(order('C')))
    const call: Call = {
      operation: registerJapanOrders,
      principal: {
        clientId: harness.credentials.clientId,
        clientName: 'Hanbit Store',
        isDesk: false,
        scopes: ['orders'],
      },
      database,
      warehouses: [],
      signal: gone.signal,
      idempotencyKey: undefined,
      read: async consumer => {
        consumer.consume(order('C'), { buffer: bytes, start: 0, end: bytes.length })
        await consumer.flush()
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
