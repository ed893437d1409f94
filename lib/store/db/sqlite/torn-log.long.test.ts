import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '@/lib/store/db/database'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-torn-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const client = (id: string) => ({
  id,
  name: `${id} ${'x'.repeat(3000)}`,
  scopes: 'orders',
  created_at: '2026-11-21T00:00:00Z',
})

test('wherever a power failure tears the log, all acknowledged transactions are complete', async () => {
  const database = await openDatabase({ dataDir: folder })
  const file = join(folder, 'lading.db')
  const add = (id: string) => database.kysely.insertInto('service_client').values(client(id)).execute()
  for (let at = 0; at < 5; at++) await add(`acknowledged ${at}`)
  const acknowledged = readFileSync(`${file}-wal`).length
  await add('still being written')
  const log = readFileSync(`${file}-wal`)
  const main = readFileSync(file)
  await database.close()

  const found: { at: number; clients: number; isSound: boolean }[] = []
  // Within a page only its checksum shows the damage, so the steps are large; the first 32 bytes have small steps.
  const step = 211
  for (let at = acknowledged; at < log.length; at += at - acknowledged < 32 ? 8 : step) {
    for (const tail of ['cut', 'zeroed']) found.push({ at, ...(await open(at, tail === 'zeroed')) })
  }
  expect(found.length).toBeGreaterThan(40)
  expect(found.filter(one => one.clients !== 5 || !one.isSound)).toEqual([])

  async function open(at: number, isZeroed: boolean) {
    const torn = mkdtempSync(join(folder, 'copy-'))
    writeFileSync(join(torn, 'lading.db'), main)
    const rest = Buffer.alloc(isZeroed ? log.length - at : 0)
    writeFileSync(join(torn, 'lading.db-wal'), Buffer.concat([log.subarray(0, at), rest]))
    const copy = await openDatabase({ dataDir: torn })
    const clients = await copy.kysely.selectFrom('service_client').select('id').execute()
    const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(copy.kysely)
    await copy.close()
    return { clients: clients.length, isSound: check.rows[0]?.integrity_check === 'ok' }
  }
})
