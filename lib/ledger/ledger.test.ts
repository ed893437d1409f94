import { expect, test } from 'vitest'
import { ensureEnvironment } from '@/lib/store/ledger/environments/environments'
import { findRunRequest } from '@/lib/store/ledger/runs/run-requests'
import { describeDatabases } from '@/testing/store/databases'
import { useAsProcessDatabase } from '@/testing/store/process-database'
import { closeRunner, requestRun, startRunner } from './ledger'

const HOUR_MS = 60 * 60_000

describeDatabases('a server whose clock is an hour ahead of the database’s', openTestDatabase => {
  test('stamps a restored backup by the database’s clock, though it has sent no heartbeat yet', async () => {
    const database = { ...(await openTestDatabase()), clock: async () => Date.now() - HOUR_MS }
    const { kysely } = database
    useAsProcessDatabase(database)
    await ensureEnvironment(kysely, 'test:fake')
    const before = Date.now()
    await startRunner(
      { prepare: async () => '', failure: () => '' },
      { onFailures() {}, onChecked() {} },
      true,
    )
    await closeRunner()
    const { restored_at: at } = await kysely
      .selectFrom('ledger_environment')
      .select('restored_at')
      .where('env_id', '=', 'test:fake')
      .executeTakeFirstOrThrow()
    const distance = Date.parse(at ?? '') - (before - HOUR_MS)
    expect(Math.abs(distance)).toBeLessThan(HOUR_MS / 2)
  })
})

describeDatabases('a server that stops', openTestDatabase => {
  test('leaves a check of a file that arrived at the last moment to the next process', async () => {
    const database = await openTestDatabase()
    useAsProcessDatabase(database)
    const prepared: string[] = []
    const prepare = async (_: unknown, { id }: { readonly id: string }) => {
      prepared.push(id)
      return 'null'
    }
    await startRunner({ prepare, failure: () => '' }, { onFailures() {}, onChecked() {} }, false)
    // Its intake ends beside the runner, and later.
    await closeRunner()
    const id = await requestRun({
      ...{ kind: 'check', sheet: 'orders/japan', draftId: 'draft', connectionId: 'connection' },
      ...{ operatorId: 'mina', clientRequestId: 'file-1' },
    })
    await closeRunner()
    expect(prepared).toEqual([])
    expect(await findRunRequest(database.kysely, id)).toMatchObject({ finished_at: null })
  })
})
