import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '@/lib/store/db/database'
import { saveLines } from '@/lib/store/drafts/drafts'
import { describeDatabases, type OpenTestDatabase } from '@/testing/store/databases'
import { makeBackup } from './backup'
import { isRestorationOpen } from './restorations'
import { restoreBackup } from './restore'

const passphrase = 'correct horse battery staple'

/** A database that has a backup. */
async function backedUp(openTestDatabase: OpenTestDatabase, given?: string) {
  const database = await openTestDatabase()
  const head = { id: randomUUID(), sheet: 'orders/japan', name: 'Qoo10', operatorId: 'mina' }
  const texts = { 'recipient.name': '山田\n太郎\t\\.\u2028東京\u2029' }
  await saveLines(
    database.kysely,
    head,
    { upserts: [{ id: 'line', rank: 1, texts }], removes: [] },
    new Date(),
  )
  const folder = join(database.place.dataDir, 'backups')
  const { path } = await makeBackup(database.place, { folder, passphrase: given })
  return { database, path }
}

describeDatabases('restoring a backup', openTestDatabase => {
  test('restores every row, and marks the database until a server has adapted the ledger', async () => {
    const { database, path } = await backedUp(openTestDatabase)
    const empty = await openTestDatabase([])
    const { place } = empty
    await sql`drop table migration`.execute(empty.kysely)
    await empty.close()
    await restoreBackup(path, undefined, place)
    const restored = await openDatabase(place)
    const rows = (db: typeof database) => db.kysely.selectFrom('draft_line').selectAll().execute()
    expect(await rows(restored as typeof database)).toEqual(await rows(database))
    expect(await isRestorationOpen(restored.kysely)).toBe(true)
    expect(await isRestorationOpen(database.kysely)).toBe(false)
    await restored.close()
  })

  test('needs the passphrase, and refuses a database that is used', async () => {
    const { database, path } = await backedUp(openTestDatabase, passphrase)
    const reason = database.dialect === 'sqlite' ? 'inUse' : 'notEmpty'
    await expect(restoreBackup(path, passphrase, database.place)).rejects.toMatchObject({ reason })
    const empty = await openTestDatabase([])
    await sql`drop table migration`.execute(empty.kysely)
    await empty.close()
    await expect(restoreBackup(path, undefined, empty.place)).rejects.toMatchObject({
      reason: 'noPassphrase',
    })
    const otherDatabase = { reason: 'otherDatabase' }
    const { dataDir } = empty.place
    const other =
      database.dialect === 'sqlite' ? { dataDir, databaseUrl: 'postgres://127.0.0.1:1/none' } : { dataDir }
    await expect(restoreBackup(path, passphrase, other)).rejects.toMatchObject(otherDatabase)
  })
})
