import 'server-only'
import { expect, test } from 'vitest'
import { claimBackup, finishBackup } from '@/lib/store/backup/records'
import { ensureEnvironment } from '@/lib/store/ledger/environments/environments'
import { enqueueOrders } from '@/lib/store/ledger/orders/enqueue-orders'
import { insertRun } from '@/lib/store/ledger/runs/runs'
import { countStatements, describeDatabases } from '@/testing/store/databases'
import { orderRow, runRow } from '@/testing/store/ledger-rows'
import { measure } from './measurements'

const NOW = Date.parse('2026-11-23T03:00:00.000Z')

describeDatabases('the numbers of metrics', openTestDatabase => {
  test('an empty workspace has nothing to report', async () => {
    const measured = await measure(await openTestDatabase(), NOW)
    expect(measured.unconfirmed.size).toBe(0)
    expect(measured).toMatchObject({ haltedRuns: [], waitingDeliveries: 0, nextExpiry: undefined })
    expect(measured).toMatchObject({ lastBackup: undefined, hasBackupFailed: false, isBackupLate: false })
    expect(measured.databaseBytes).toBeGreaterThan(100_000)
  })

  test('unconfirmed and queued orders are counted by environment, without the address of a service', async () => {
    const open = await openTestDatabase()
    const { kysely: db } = open
    const environments = ['embedded', 'production:https://a.example', 'production:https://b.example']
    for (const [at, env_id] of environments.entries()) {
      await ensureEnvironment(db, env_id)
      const run_id = `run-${at}`
      const run = { env_id, kind: 'register', state: 'running', client_request_id: run_id } as const
      await insertRun(db, runRow(run_id, run))
      const orders = (['UNKNOWN', 'QUEUED', 'QUEUED', 'REGISTERED'] as const).map((state, position) =>
        orderRow(`${at}-${position}`, { env_id, run_id, state, position }),
      )
      await enqueueOrders(db, orders)
    }
    const measured = await measure(open, NOW)
    expect([...measured.unconfirmed]).toEqual(
      expect.arrayContaining([
        ['sandbox', 1],
        ['production', 2],
      ]),
    )
    expect(measured.queued.get('production')).toBe(4)
    expect(measured.activeRuns.get('register')).toBe(3)
    expect(JSON.stringify([...measured.queued, ...measured.unconfirmed])).not.toContain('example')
  })

  test('a backup is late when the next two should have been made, also where the first one hangs', async () => {
    const open = await openTestDatabase()
    const every = 24 * 60 * 60_000
    const isLateAt = async (days: number) =>
      (await measure(open, NOW + days * every, undefined, every)).isBackupLate
    const begin = async (days: number) => (await claimBackup(open, every, NOW + days * every)) ?? ''
    const first = await begin(0)
    expect([await isLateAt(1.9), await isLateAt(2)]).toEqual([false, true])
    const made = { path: 'a.backup', bytes: 1, encrypted: false }
    await finishBackup(open.kysely, first, made, NOW + 2 * every)
    await finishBackup(open.kysely, await begin(3), made, NOW + 3 * every)
    await begin(4)
    expect([await isLateAt(4.9), await isLateAt(5)]).toEqual([false, true])
    expect((await measure(open, NOW + 9 * every, undefined, undefined)).isBackupLate).toBe(false)
  })

  test('a reading takes ten queries', async () => {
    const open = await openTestDatabase()
    const counted = countStatements(open.longReads)
    await measure({ ...open, longReads: counted.db }, NOW)
    expect(counted.counts.statements).toBe(10)
  })
})
