import { expect, onTestFinished, test, vi } from 'vitest'
import { countStatements, describeDatabases } from '@/testing/store/databases'
import type { Database } from './database'
import { checkDatabase } from './health'

/** Milliseconds in which storage responds also on a busy machine. */
const LONG = 30_000

describeDatabases('storage', openTestDatabase => {
  test('that responds is usable, until its disk is full', async () => {
    const database = await openTestDatabase()
    expect(await checkDatabase(async () => database, LONG)).toBe('ok')
    expect(await checkDatabase(async () => ({ ...database, hasRoom: () => false }), LONG)).toBe('full')
  })
})

test('storage that fails or does not respond in time is not, and the reason says which', async () => {
  expect(await checkDatabase(() => Promise.reject(new Error('the disk is gone')))).toBe('unreachable')
  expect(await checkDatabase(() => new Promise<Database>(() => {}), 20)).toBe('busy')
})

describeDatabases('storage that many ask for at once', openTestDatabase => {
  test('is asked once, and again afterwards; each gets its response in time', async () => {
    const database = await openTestDatabase()
    const { db, counts } = countStatements(database.kysely)
    const open = async () => ({ ...database, kysely: db })
    const many = () => Promise.all(Array.from({ length: 50 }, () => checkDatabase(open, LONG)))
    expect(new Set(await many())).toEqual(new Set(['ok']))
    expect(counts.statements).toBe(1)
    expect(await checkDatabase(open, LONG)).toBe('ok')
    expect(counts.statements).toBe(2)
  })

  test('is not asked more while it does not respond', async () => {
    let asked = 0
    let fail = (_: Error) => {}
    const open = () => {
      asked++
      return new Promise<Database>((_, reject) => {
        fail = reject
      })
    }
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    onTestFinished(() => void vi.restoreAllMocks())
    for (let time = 0; time < 3; time++) expect(await checkDatabase(open, 5)).toBe('busy')
    expect(asked).toBe(1)
    // Its connection may be dead.
    now = 5_000
    expect(await checkDatabase(open, 5)).toBe('busy')
    expect(asked).toBe(2)
    fail(new Error('the disk is gone'))
    expect(await checkDatabase(() => Promise.reject(new Error('another')))).toBe('unreachable')
    expect(await checkDatabase(open, 5)).toBe('busy')
    expect(asked).toBe(3)
  })
})
