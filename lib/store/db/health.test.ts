import { expect, test } from 'vitest'
import { describeDatabases } from '@/testing/store/databases'
import type { Database } from './database'
import { checkDatabase } from './health'

describeDatabases('storage', openTestDatabase => {
  test('that responds is usable, until its disk is full', async () => {
    const database = await openTestDatabase()
    expect(await checkDatabase(async () => database)).toBe('ok')
    expect(await checkDatabase(async () => ({ ...database, hasRoom: () => false }))).toBe('full')
  })
})

test('storage that fails or does not respond in time is not, and the reason says which', async () => {
  expect(await checkDatabase(() => Promise.reject(new Error('the disk is gone')))).toBe('unreachable')
  expect(await checkDatabase(() => new Promise<Database>(() => {}), 20)).toBe('busy')
})
