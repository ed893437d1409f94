import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { makeBackup } from './backup'
import { NoRoomError } from './space'
import { verifyBackup } from './verify'

const MB = 1024 * 1024

/** A disk on which only the files of a data folder are, and which has `free` bytes besides them now. */
function diskWith({ place: { dataDir } }: TestDatabase, free: number) {
  const used = () => {
    const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    const sizes = files.map(file => statSync(join(dataDir, file), { throwIfNoEntry: false })?.size ?? 0)
    return sizes.reduce((sum, size) => sum + size, 0)
  }
  const size = used() + free
  let least = free
  const freeBytes = async () => {
    const left = size - used()
    least = Math.min(least, left)
    return left
  }
  return { freeBytes, leastFree: () => least }
}

/** Adds random bytes, which no compression makes smaller. */
async function fill({ kysely }: TestDatabase, megabytes: number): Promise<void> {
  await sql`create table big (body blob)`.execute(kysely)
  for (let n = 0; n < megabytes; n++)
    await sql`insert into big (body) values (${randomBytes(MB)})`.execute(kysely)
  await sql`pragma wal_checkpoint(truncate)`.execute(kysely)
}

describeDatabases('the disk reserve', openTestDatabase => {
  test('is not used up by a backup in the data folder', async () => {
    const database = await openTestDatabase()
    if (database.dialect === 'postgres') return
    await fill(database, 6)
    const source = { ...database.place, diskFloor: 4 * MB }
    const folder = join(source.dataDir, 'backups')
    // Enough for the copy, but not for the packed file, too.
    const { freeBytes, leastFree } = diskWith(database, 15 * MB)
    const backup = makeBackup({ ...source, freeBytes }, { folder })
    await expect(backup).rejects.toMatchObject(new NoRoomError(folder))
    expect(leastFree()).toBeGreaterThan(3 * MB)
    expect(await readdir(folder)).toEqual([])
    const roomy = { ...source, freeBytes: diskWith(database, 19 * MB).freeBytes }
    expect((await makeBackup(roomy, { folder })).bytes).toBeGreaterThan(6 * MB)
  })

  test('is not used up by a verification', async () => {
    const database = await openTestDatabase()
    if (database.dialect === 'postgres') return
    await fill(database, 2)
    const source = { ...database.place, diskFloor: 4 * MB }
    const { path, manifest } = await makeBackup(source, { folder: join(source.dataDir, 'backups') })
    const verify = (free: number) =>
      verifyBackup(path, undefined, { ...source, freeBytes: diskWith(database, free).freeBytes })
    const needed = manifest.content.bytes + source.diskFloor
    await expect(verify(needed - 1)).rejects.toMatchObject(new NoRoomError(source.dataDir))
    expect((await verify(needed)).counts.big).toBe(2)
  })
})
