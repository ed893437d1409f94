import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { makeBackup } from './backup'
import { verifyBackup } from './verify'

const MB = 1024 * 1024

/** A disk on which only the files of one folder are. */
const disk = vi.hoisted(() => ({ folder: '', size: Number.POSITIVE_INFINITY, leastFree: 0 }))
vi.mock('node:fs/promises', async original => ({
  ...(await original<typeof import('node:fs/promises')>()),
  statfs: async () => ({ bavail: freeBytes(), bsize: 1 }),
}))

function freeBytes(): number {
  const files = readdirSync(disk.folder, { recursive: true, encoding: 'utf8' })
  const sizes = files.map(file => statSync(join(disk.folder, file), { throwIfNoEntry: false })?.size ?? 0)
  const free = disk.size - sizes.reduce((sum, size) => sum + size, 0)
  disk.leastFree = Math.min(disk.leastFree, free)
  return free
}

/** Puts a database on a disk that has `free` bytes besides it. */
function putOnDisk({ place }: TestDatabase, free: number): void {
  Object.assign(disk, { folder: place.dataDir, size: Number.POSITIVE_INFINITY, leastFree: free })
  disk.size = 0
  disk.size = free - freeBytes()
  disk.leastFree = free
}

/** Adds random bytes, which no compression makes smaller. */
async function fill({ kysely }: TestDatabase, megabytes: number): Promise<void> {
  await sql`create table big (body blob)`.execute(kysely)
  for (let n = 0; n < megabytes; n++)
    await sql`insert into big (body) values (${randomBytes(MB)})`.execute(kysely)
  await sql`pragma wal_checkpoint(truncate)`.execute(kysely)
}

afterEach(() => {
  disk.size = Number.POSITIVE_INFINITY
})

describeDatabases('the disk reserve', openTestDatabase => {
  test('is not used up by a backup in the data folder', async () => {
    const database = await openTestDatabase()
    if (database.dialect === 'postgres') return
    await fill(database, 6)
    const source = { ...database.place, diskFloor: 4 * MB }
    const folder = join(source.dataDir, 'backups')
    // Enough for the copy, but not for the packed file, too.
    putOnDisk(database, 15 * MB)
    await expect(makeBackup(source, { folder })).rejects.toMatchObject({ reason: 'noSpace', detail: folder })
    expect(disk.leastFree).toBeGreaterThan(3 * MB)
    expect(await readdir(folder)).toEqual([])
    putOnDisk(database, 19 * MB)
    expect((await makeBackup(source, { folder })).bytes).toBeGreaterThan(6 * MB)
  })

  test('is not used up by a verification', async () => {
    const database = await openTestDatabase()
    if (database.dialect === 'postgres') return
    await fill(database, 2)
    const source = { ...database.place, diskFloor: 4 * MB }
    putOnDisk(database, 100 * MB)
    const { path, manifest } = await makeBackup(source, { folder: join(source.dataDir, 'backups') })
    putOnDisk(database, manifest.content.bytes + source.diskFloor - 1)
    await expect(verifyBackup(path, undefined, source)).rejects.toMatchObject({ folder: source.dataDir })
    putOnDisk(database, manifest.content.bytes + source.diskFloor)
    expect((await verifyBackup(path, undefined, source)).counts.big).toBe(2)
  })
})
