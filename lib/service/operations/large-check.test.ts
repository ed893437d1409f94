import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { checkJapanOrders } from '@/lib/contract/operations'
import { validationResult } from '@/lib/contract/results'
import { sampleOrder } from '@/testing/service/samples'
import { countStatements, describeDatabases } from '@/testing/store/databases'
import { Spool } from '../body/spool'
import type { Call } from '../call'
import { checkOrders } from './check-orders'

describeDatabases('a check of large orders', openTestDatabase => {
  /** Checks one order after the other, as they arrive. @returns the result, and how often numbers were looked up */
  async function check(orders: readonly unknown[]) {
    const database = await openTestDatabase()
    const { db: kysely, counts } = countStatements(database.kysely)
    const spools: Spool[] = []
    const call: Call = {
      operation: checkJapanOrders,
      principal: { clientId: 'client', clientName: 'Hanbit Store', isDesk: false, scopes: ['orders'] },
      database: { ...database, kysely: kysely as typeof database.kysely },
      warehouses: [],
      signal: new AbortController().signal,
      idempotencyKey: undefined,
      read: async consumer => {
        for (const order of orders) {
          const bytes = Buffer.from(JSON.stringify(order))
          consumer.consume(order, { buffer: bytes, start: 0, end: bytes.length })
          await consumer.flush()
        }
        return undefined
      },
      keep: async () => {},
      spool: () => {
        const spool = new Spool(tmpdir)
        spools.push(spool)
        return spool
      },
    }
    const checked = await checkOrders(call)
    if (!checked.ok) throw new Error(checked.problem.detail)
    let text = ''
    for await (const part of checked.parts) text += part
    for (const spool of spools) await spool.close()
    return { result: validationResult.parse(JSON.parse(text)), lookups: counts.statements }
  }

  const large = (mallOrderNumber: string) => ({
    ...sampleOrder({ mallOrderNumber }),
    memo: 'x'.repeat(1_500_000),
  })

  test('looks their numbers up before they fill the memory, and finds a repeated one in a later part', async () => {
    const numbers = Array.from({ length: 12 }, (_, row) => `A-${row}`)
    const { result, lookups } = await check([...numbers, 'A-0'].map(large))
    expect(lookups).toBeGreaterThanOrEqual(4)
    expect(result).toMatchObject({ requestCount: 13, failureCount: 1 })
    expect(result.failures[0]).toMatchObject({
      mallOrderNumber: 'A-0',
      rowIndex: 12,
      failures: [{ errorField: 'orderInfo.mallOrderNumber' }],
    })
  })

  test('repeats only the beginning of a number that is too long', async () => {
    const { result } = await check([sampleOrder({ mallOrderNumber: '🚢'.repeat(1_000_000) })])
    expect(result.failures).toMatchObject([
      {
        mallOrderNumber: '🚢'.repeat(500),
        rowIndex: 0,
        failures: [{ errorField: 'orderInfo.mallOrderNumber' }],
      },
    ])
  })
})
