import { createWriteStream } from 'node:fs'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FaultProxy, type Seen } from '@/scripts/campaign/faults/fault-proxy'
import { type Fault, faultNames, faults } from '@/scripts/campaign/faults/faults'
import { ServiceProcess } from '@/scripts/campaign/processes/service-process'
import { openTestDesk, shortLimits, type TestDesk } from '@/testing/ledger/harness'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { LedgerView } from './ledger-view'
import { prepare } from './orders'

const registered = ['REGISTERED', 'REGISTERED', 'REGISTERED']
const queued = ['QUEUED', 'QUEUED', 'QUEUED']
const unknown = ['UNKNOWN', 'UNKNOWN', 'UNKNOWN']
const oneUnknown = ['UNKNOWN', 'REGISTERED', 'REGISTERED']

/** The possible states of three orders of one request afterwards; a fault that is not listed leaves them unknown. */
const expected: Partial<Record<Fault, string[][]>> = {
  // Whether the connection was open before it broke is a matter of microseconds; nothing was sent in either case.
  reset_on_accept: [unknown, registered],
  // A refusal proves nothing unless it was read before the connection broke.
  early_413_reset: [unknown, queued, registered],
  early_413: [queued, registered],
  wrong_content_type: [registered],
  fewer_entries: [oneUnknown],
  duplicate_entries: [oneUnknown],
  more_entries: [registered],
  failure_with_entries: [registered],
  status_401: [queued],
  status_403: [queued],
  status_404: [queued],
  redirect_307: [queued],
  status_429: [registered],
  rejected: [['REJECTED', 'REJECTED', 'REJECTED']],
}

describeDatabases('a registration', openTestDatabase => {
  let database: TestDatabase
  let service: ServiceProcess
  let proxy: FaultProxy
  let next: Fault | undefined
  let isReset = false
  const seen: { path: string; isAnnounced: boolean }[] = []

  beforeAll(async () => {
    database = await openTestDatabase()
    service = new ServiceProcess(
      join(database.place.dataDir, 'counted'),
      createWriteStream(devNull),
      () => {},
    )
    proxy = new FaultProxy({
      port: () => service.port,
      isReset: () => takeReset(),
      choose: path => take(path),
      at: () => false,
      record,
    })
    await service.start()
    await proxy.listen()
  })
  afterAll(async () => {
    await proxy.close()
    await service.close()
  })

  const isCheck = (path: string) => path.endsWith('/validators')
  function take(path: string): Fault | undefined {
    if (isCheck(path)) return undefined
    const fault = next
    next = undefined
    return fault
  }
  function takeReset(): boolean {
    const was = isReset
    isReset = false
    return was
  }
  async function record(one: Seen) {
    const isAnnounced = await new LedgerView(database).announces(one)
    if (!isCheck(one.path)) seen.push({ path: one.path, isAnnounced })
  }

  /** A desk with its own environment and a deadline of three seconds for responses. */
  function openOwn(name: string): TestDesk {
    const target = { baseUrl: proxy.url, accessToken: 'token', secretKey: 'the key', allowed: [proxy.url] }
    const limits = { ...shortLimits, registerDeadlineMs: 3000 }
    const { resolveConnection: openConnection } = openTestDesk(database, proxy.url).ports
    return openTestDesk(database, proxy.url, {
      limits,
      resolveConnection: async id => {
        const connection = await openConnection(id)
        return connection && { ...connection, envId: `test:${name}`, target }
      },
    })
  }

  test.each(faultNames)('that meets %s', async fault => {
    const desk = openOwn(fault)
    const numbers = [1, 2, 3].map(at => `${fault}-${at}`)
    const orders = numbers.map(prepare)
    // Limits that one connection learns, for example a smaller request size, must not affect the others.
    const own = { connectionId: fault, draftId: fault }
    await desk.start('check', orders, own)
    await desk.runner.idle()
    seen.length = 0
    isReset = fault === 'reset_on_accept'
    next = isReset ? undefined : fault
    await desk.start('register', orders, own)
    await desk.runner.idle()
    await desk.runner.close()
    const rows = await database.kysely
      .selectFrom('ledger_order')
      .select(['mall_order_number as number', 'state'])
      .where('env_id', '=', `test:${fault}`)
      .orderBy('mall_order_number')
      .execute()
    expect(expected[fault] ?? [unknown], `row ${faults[fault]}`).toContainEqual(rows.map(row => row.state))
    expect(seen.every(one => one.isAnnounced)).toBe(true)
    // A request with an unknown outcome is not sent again automatically.
    if (rows.some(row => row.state === 'UNKNOWN')) expect(seen.length).toBeLessThanOrEqual(1)
    const there = service.registered()
    for (const { number, state } of rows) {
      const times = there.get(number)?.length ?? 0
      expect(times, number).toBeLessThanOrEqual(1)
      if (times > 0) expect(['REGISTERED', 'UNKNOWN'], number).toContain(state)
      if (state === 'REGISTERED') expect(times, number).toBe(1)
    }
  })
})
