import { beforeEach, expect, test } from 'vitest'
import { addOperator } from '@/lib/store/people/operators'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { deleteView, listViews, renameView, saveView, type ViewOwner } from './sheet-views'

const now = new Date('2026-11-21T09:00:00Z')
const layout = { order: ['a', 'b'], widths: { a: 50 } }

describeDatabases('views of sheets', openTestDatabase => {
  let database: TestDatabase
  let mine: ViewOwner
  let theirs: ViewOwner
  beforeEach(async () => {
    database = await openTestDatabase()
    const operator = async (email: string) =>
      (await addOperator(database.kysely, { email, name: email, passwordHash: '-', role: 'viewer' })).id
    mine = { operatorId: await operator('m@x'), sheet: 'orders/japan' }
    theirs = { operatorId: await operator('t@x'), sheet: 'orders/japan' }
  })
  const names = async (place: ViewOwner) => (await listViews(database.kysely, place)).map(view => view.name)

  test('a view is read as it was last saved, and only for its operator and sheet', async () => {
    const { kysely } = database
    await saveView(kysely, mine, { name: '', layout: {} }, now)
    await saveView(kysely, mine, { name: '', layout }, now)
    await saveView(kysely, mine, { name: '발송 ✓', layout: {} }, now)
    expect(await listViews(kysely, mine)).toEqual([
      { name: '', layout, updatedAt: now.toISOString() },
      { name: '발송 ✓', layout: {}, updatedAt: now.toISOString() },
    ])
    expect(await names(theirs)).toEqual([])
    expect(await names({ ...mine, sheet: 'products' })).toEqual([])
  })

  test('a view is renamed to a free name, and deleted, without touching those of others', async () => {
    const { kysely } = database
    for (const place of [mine, theirs])
      for (const name of ['A', 'B']) await saveView(kysely, place, { name, layout }, now)
    expect(await renameView(kysely, mine, 'A', 'B')).toBe(false)
    expect(await renameView(kysely, mine, 'gone', 'C')).toBe(false)
    expect(await renameView(kysely, mine, 'A', 'C')).toBe(true)
    await deleteView(kysely, mine, 'B')
    expect(await names(mine)).toEqual(['C'])
    expect(await names(theirs)).toEqual(['A', 'B'])
  })

  test('an operator has at most fifty views of a sheet, besides the current layout', async () => {
    const { kysely } = database
    for (let i = 0; i < 50; i++)
      expect(await saveView(kysely, mine, { name: `v${i}`, layout }, now)).toBe(true)
    expect(await saveView(kysely, mine, { name: 'more', layout }, now)).toBe(false)
    expect(await saveView(kysely, mine, { name: 'v7', layout: {} }, now)).toBe(true)
    expect(await saveView(kysely, mine, { name: '', layout }, now)).toBe(true)
    expect(await names(mine)).toHaveLength(51)
  })
})
