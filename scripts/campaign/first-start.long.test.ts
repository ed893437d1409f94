import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '@/lib/store/db/database'
import { Child } from '@/scripts/campaign/processes/child'
import { type Bundle, bundle } from '@/scripts/lib/build/bundle'

const MOMENTS = 14
const log = createWriteStream(devNull)
let desk: Bundle
beforeAll(async () => {
  desk = await bundle('scripts/campaign/processes/desk.ts')
})
afterAll(() => desk.remove())

/** A process that creates its database on command. */
const start = (dataDir: string) => Child.start(desk.file, [], { DATA_DIR: dataDir, DATABASE_URL: '' }, log)

test('a first start that is killed at any moment is repaired by the next start', async () => {
  const whole = await timeOfStart()
  for (let moment = 0; moment < MOMENTS; moment++) {
    const dataDir = await mkdtemp(join(tmpdir(), 'lading-first-'))
    const child = start(dataDir)
    const opening = child.ask({ kind: 'open' })
    await setTimeout((whole * (moment + 1)) / MOMENTS)
    await child.kill()
    await opening
    const database = await openDatabase({ dataDir })
    expect(await database.durable()).toBe(true)
    expect(await database.kysely.selectFrom('run').selectAll().execute()).toEqual([])
    await database.close()
    await rm(dataDir, { recursive: true })
  }
})

/** From the start of a process to a complete database, in milliseconds. */
async function timeOfStart(): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lading-first-'))
  const began = performance.now()
  const child = start(dataDir)
  expect(await child.ask({ kind: 'open' })).toBeUndefined()
  const took = performance.now() - began
  await child.kill()
  await rm(dataDir, { recursive: true })
  return took
}
