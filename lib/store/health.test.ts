import { expect, test } from 'vitest'
import type { Database } from './database'
import { isUsable } from './health'
import { describeDatabases } from './suite'

describeDatabases('storage', openTestDatabase => {
  test('that answers is usable, until its disk is full', async () => {
    const database = await openTestDatabase()
    expect(await isUsable(async () => database)).toBe(true)
    expect(await isUsable(async () => ({ ...database, hasRoom: () => false }))).toBe(false)
  })
})

test('storage that fails, or does not answer in time, is not', async () => {
  expect(await isUsable(() => Promise.reject(new Error('the disk is gone')))).toBe(false)
  expect(await isUsable(() => new Promise<Database>(() => {}), 20)).toBe(false)
})
