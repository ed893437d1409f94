import { expect, test } from 'vitest'
import type { Database } from './database'
import { isReadable } from './health'
import { describeDatabases } from './suite'

describeDatabases('storage', openTestDatabase => {
  test('that answers is readable', async () => {
    const database = await openTestDatabase()
    expect(await isReadable(async () => database)).toBe(true)
  })
})

test('storage that fails, or does not answer in time, is not', async () => {
  expect(await isReadable(() => Promise.reject(new Error('the disk is gone')))).toBe(false)
  expect(await isReadable(() => new Promise<Database>(() => {}), 20)).toBe(false)
})
