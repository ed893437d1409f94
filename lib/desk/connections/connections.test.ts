import { expect, test } from 'vitest'
import { DraftStatuses } from '@/lib/desk/drafts/list/draft-statuses'
import { readAttention } from '@/lib/desk/home/attention'
import { closeRestorations } from '@/lib/store/backup/restorations'
import type { Database } from '@/lib/store/db/database'
import { describeDatabases } from '@/testing/store/databases'
import { useAsProcessDatabase } from '@/testing/store/process-database'
import { saveConnection } from './connections'

const AT = '2026-11-30T09:00:00.000Z'

describeDatabases('a connection that is entered', openTestDatabase => {
  const sizes = { checkSize: 200, registerSize: 50, checkParallel: 2 }
  const rest = { accessToken: '', secretKey: '', warehouses: '', ...sizes }
  const enter = (name: string, baseUrl: string) =>
    saveConnection({ name, environment: 'production', baseUrl, ...rest }, undefined)

  const onHold = async ({ kysely }: Database) =>
    (await readAttention(kysely, Date.now(), new DraftStatuses(kysely))).restored

  test('after a restore is named on Home at once: registering waits there', async () => {
    const database = await openTestDatabase()
    useAsProcessDatabase(database)
    expect(await enter('Known', 'https://known.example')).toMatchObject({ ok: true })
    expect(await onHold(database)).toEqual([])
    await database.write(trx => closeRestorations(trx, AT))
    expect(await enter('Entered again', 'https://again.example')).toMatchObject({ ok: true })
    expect(await onHold(database)).toEqual([{ at: AT, connections: ['Entered again'] }])
  })
})
