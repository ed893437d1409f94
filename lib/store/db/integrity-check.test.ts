import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from './database'
import { requireIntactFile } from './integrity-check'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lading-soundness-'))
  folders.push(folder)
  return folder
}

/** The folder of a Lading that was killed while it ran on libsql 0.5.29: the newest row is only in the log. */
function oldFolder(): string {
  const folder = makeFolder()
  for (const end of ['', '-wal']) {
    const fixture = new URL(`../../../testing/store/fixtures/libsql-0.5.29.db${end}.gz`, import.meta.url)
    writeFileSync(join(folder, `lading.db${end}`), gunzipSync(readFileSync(fixture)))
  }
  return folder
}

const late = {
  damaged: (error: Error) => {
    throw error
  },
  unchecked: (error: unknown) => {
    throw error
  },
}

describe('a database file', () => {
  test('of the former engine opens with all of its data after a kill', async () => {
    const dataDir = oldFolder()
    const { kysely, close } = await openDatabase({ dataDir })
    const clients = await kysely.selectFrom('service_client').select(['id', 'name']).orderBy('id').execute()
    const { value } = await kysely
      .selectFrom('service_sequence')
      .select('value')
      .where('name', '=', 'old')
      .executeTakeFirstOrThrow()
    const whole = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(kysely)
    await close()
    expect(clients).toEqual([
      { id: 'hanbit', name: 'Hanbit 한빛 상점 \u{1F4E6}' },
      { id: 'log', name: 'in the log' },
    ])
    expect(value).toBe(Number.MAX_SAFE_INTEGER)
    expect(whole.rows).toEqual([{ integrity_check: 'ok' }])
  })

  test('without damage passes the check while its database is open', async () => {
    const dataDir = oldFolder()
    const { close } = await openDatabase({ dataDir })
    await expect(requireIntactFile({ dataDir }, late)).resolves.toBeUndefined()
    await close()
  })

  test('with an overwritten page is refused with instructions', async () => {
    const dataDir = oldFolder()
    await (await openDatabase({ dataDir })).close()
    const path = join(dataDir, 'lading.db')
    const bytes = readFileSync(path)
    // Not the first page, with the schema: the file opens.
    bytes.fill(0x5a, 40 * 4096, 60 * 4096)
    writeFileSync(path, bytes)
    // The error arrives while the start waits, or later on a busy machine.
    const error = await new Promise<unknown>(resolve => {
      requireIntactFile({ dataDir }, { damaged: resolve, unchecked: resolve }).catch(resolve)
    })
    expect(String(error)).toContain(`The database file ${path} is damaged`)
    expect(String(error)).toContain('npm run restore -- FILE')
  })

  test('that is not a database is refused with instructions', async () => {
    const dataDir = makeFolder()
    writeFileSync(join(dataDir, 'lading.db'), 'order,recipient\n1,山田\n'.repeat(1000))
    await expect(openDatabase({ dataDir })).rejects.toThrow(/is damaged .*not a database/)
  })
})
