import { expect, test } from 'vitest'
import { sheets } from '@/lib/sheet/schema/sheets'
import { createConnection, environmentId } from '@/lib/store/connections/connections'
import { saveLines } from '@/lib/store/drafts/drafts'
import { enqueueOrders } from '@/lib/store/ledger/orders/enqueue-orders'
import { insertRun } from '@/lib/store/ledger/runs/runs'
import { describeDatabases } from '@/testing/store/databases'
import { orderRow, runRow } from '@/testing/store/ledger-rows'
import { readDraftPreview } from './draft-preview'

const sheet = sheets['orders/japan']
const at = '2026-11-28T01:00:00.000Z'
const draft = { id: 'd1', sheet: sheet.id, name: 'Qoo10', operatorId: 'o1', records: 0 }

/** Lines of one order each, stored in another order than they are shown. */
const linesOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `l${String((i * 7) % count).padStart(5, '0')}`,
    rank: i,
    texts: { [sheet.key]: ` A-${i} ` },
  }))

describeDatabases('the preview of a draft', openTestDatabase => {
  test('has the first lines as they are shown, without removed ones, and the ids of their orders', async () => {
    const database = await openTestDatabase()
    const connection = await createConnection(database.kysely, {
      name: 'Carrier',
      baseUrl: 'https://a.example',
      environment: 'production',
    })
    const lines = linesOf(2501)
    const removed = lines[1]?.id ?? ''
    await saveLines(database.kysely, draft, { upserts: lines, removes: [] }, new Date(at))
    await saveLines(database.kysely, draft, { upserts: [], removes: [removed] }, new Date(at))
    const env_id = environmentId(connection)
    const run = runRow('r1', { kind: 'register', env_id, connection_id: connection.id })
    await insertRun(database.kysely, run)
    const lineIds = JSON.stringify([lines[2]?.id])
    await enqueueOrders(database.kysely, [orderRow('A-2', { env_id, order_id: '77', line_ids: lineIds })])
    const preview = await readDraftPreview(database, 'd1', sheet, connection.id)
    expect(preview?.lineCount).toBe(2500)
    expect(preview?.lines.slice(0, 3)).toEqual([lines[0], lines[2], lines[3]])
    expect(preview?.outcomes).toMatchObject([
      { mallOrderNumber: 'A-2', state: 'registered', orderId: '77', lineIds: [lines[2]?.id] },
    ])
    expect((await readDraftPreview(database, 'd1', sheet, 'deleted'))?.outcomes).toEqual([])
  })

  test('is left out where all lines are there as soon', async () => {
    const database = await openTestDatabase()
    await saveLines(database.kysely, draft, { upserts: linesOf(300), removes: [] }, new Date(at))
    expect(await readDraftPreview(database, 'd1', sheet, 'none')).toBeUndefined()
  })
})
