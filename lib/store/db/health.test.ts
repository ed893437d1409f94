import { expect, test } from 'vitest'
import { describeDatabases } from '@/testing/store/databases'
import type { Database } from './database'
import { isDatabaseUsable } from './health'

describeDatabases('storage', openTestDatabase => {
  test('that answers is usable, until its disk is full', async () => {
    const database = await openTestDatabase()
    expect(await isDatabaseUsable(async () => database)).toBe(true)
    expect(await isDatabaseUsable(async () => ({ ...database, hasRoom: () => false }))).toBe(false)
  })
})

test('storage that fails, or does not answer in time, is not', async () => {
  expect(await isDatabaseUsable(() => Promise.reject(new Error('the disk is gone')))).toBe(false)
  expect(await isDatabaseUsable(() => new Promise<Database>(() => {}), 20)).toBe(false)
})
