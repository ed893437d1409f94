import { expect, test } from 'vitest'
import { listDraftPage } from '@/lib/desk/drafts/list/draft-list'
import { DraftStatuses } from '@/lib/desk/drafts/list/draft-statuses'
import { readMeasurements } from '@/lib/desk/measurements'
import { saveLines } from '@/lib/store/drafts/drafts'
import { ensureEnvironment, updateEnvironment } from '@/lib/store/ledger/environments/environments'
import { enqueueOrders } from '@/lib/store/ledger/orders/enqueue-orders'
import { insertRun } from '@/lib/store/ledger/runs/runs'
import { addOperator } from '@/lib/store/people/operators'
import { describeDatabases } from '@/testing/store/databases'
import { orderRow, runRow } from '@/testing/store/ledger-rows'
import { useAsProcessDatabase } from '@/testing/store/process-database'
import { needsAttention } from './attention'

const MINUTE_MS = 60_000

describeDatabases('a run that waits because its service asked for it', openTestDatabase => {
  test('is shown by a server whose clock is an hour ahead until the wait ends by the database’s clock', async () => {
    const clock = async () => Date.now() - 60 * MINUTE_MS
    const database = { ...(await openTestDatabase()), clock }
    useAsProcessDatabase(database)
    const { kysely, longReads } = database
    const account = { email: 'mina@x', name: 'Mina', passwordHash: '-', role: 'editor' } as const
    const draft = {
      id: 'd1',
      sheet: 'orders/japan',
      name: 'Qoo10',
      operatorId: (await addOperator(kysely, account)).id,
    }
    await saveLines(kysely, { ...draft, records: 1 }, { upserts: [], removes: [] }, new Date())
    await insertRun(kysely, runRow('r1', { draft_id: 'd1', kind: 'register', state: 'running' }))
    await enqueueOrders(kysely, [orderRow('A', { draft_id: 'd1', run_id: 'r1', state: 'QUEUED' })])
    await ensureEnvironment(kysely, 'embedded')
    const shown = async (leftMs: number) => {
      const until = new Date((await clock()) + leftMs).toISOString()
      await updateEnvironment(kysely, 'embedded', { not_before: until, asked_until: until })
      const statuses = new DraftStatuses(longReads)
      const page = { sheet: undefined, view: 'current', size: 9, page: 1 } as const
      const sorting = { column: 'edited', isDescending: true } as const
      const { rows } = await listDraftPage({ ...page, sorting }, statuses)
      return {
        home: (await needsAttention(statuses)).runs.map(one => one.waitsUntil === until),
        list: rows.map(one => one.waitsUntil === until),
        metrics: (await readMeasurements()).haltedRuns.map(one => one.state),
      }
    }
    expect(await shown(30 * MINUTE_MS)).toEqual({ home: [true], list: [true], metrics: ['waiting'] })
    expect(await shown(-30 * MINUTE_MS)).toEqual({ home: [], list: [false], metrics: [] })
  })
})
