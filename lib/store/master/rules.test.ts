import { beforeEach, expect, test } from 'vitest'
import { addOperator } from '@/lib/store/people/operators'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { deleteRule, enableRule, listRules, moveRule, type RuleChange, saveRule } from './rules'

const monday = new Date('2026-11-16T09:00:00Z')
const tuesday = new Date('2026-11-17T09:00:00Z')
const change = (topic: string, more: Partial<RuleChange> = {}): RuleChange => ({
  ...{ sheet: 'orders/japan', topic, isEnabled: true, rule: { name: topic } },
  ...more,
})

describeDatabases('rules for imports', openTestDatabase => {
  let database: TestDatabase
  let kim: string
  let sato: string
  beforeEach(async () => {
    database = await openTestDatabase()
    const operator = async (name: string) =>
      (await addOperator(database.kysely, { email: `${name}@x`, name, passwordHash: '-', role: 'editor' })).id
    kim = await operator('Kim')
    sato = await operator('佐藤')
  })
  const save = (what: RuleChange, by = kim, now = monday) =>
    database.write(trx => saveRule(trx, what, by, now))
  const idOf = async (what: RuleChange) => {
    const saved = await save(what)
    if (typeof saved === 'string') throw new Error(saved)
    return saved.id
  }
  const topics = async () =>
    (await listRules(database.kysely)).map(({ rule }) => (rule as { name: string }).name)

  test('a rule is stored for all operators, behind those that exist', async () => {
    const id = await idOf(change('a'))
    await save(change('b', { sheet: 'products', isEnabled: false }))
    expect(await listRules(database.kysely, 'orders/japan')).toEqual([
      {
        ...{ id, sheet: 'orders/japan', isEnabled: true, rule: { name: 'a' } },
        ...{ by: 'Kim', updatedAt: monday.toISOString() },
      },
    ])
    expect(await topics()).toEqual(['a', 'b'])
  })

  test('a newer rule about the same replaces the older one in its place', async () => {
    const id = await idOf(change('a'))
    await save(change('b'))
    expect(await save(change('a', { rule: { name: 'newer' } }), sato, tuesday)).toEqual({ id })
    expect(await topics()).toEqual(['newer', 'b'])
    expect((await listRules(database.kysely))[0]).toMatchObject({
      by: '佐藤',
      updatedAt: tuesday.toISOString(),
    })
  })

  test('a changed rule replaces another one about the same', async () => {
    const id = await idOf(change('a'))
    await save(change('b'))
    expect(await save(change('b', { id, rule: { name: 'changed' } }))).toEqual({ id })
    expect(await topics()).toEqual(['changed'])
    expect(await save(change('c', { id: 'deleted' }))).toBe('gone')
    expect(await topics()).toEqual(['changed'])
  })

  test('a rule moves up and down, and stays at the ends of the list', async () => {
    const [a, , c] = [await idOf(change('a')), await idOf(change('b')), await idOf(change('c'))]
    const move = (id: string, direction: 'up' | 'down') => database.write(trx => moveRule(trx, id, direction))
    await move(c, 'up')
    expect(await topics()).toEqual(['a', 'c', 'b'])
    await move(a, 'up')
    await move(a, 'down')
    expect(await topics()).toEqual(['c', 'a', 'b'])
    expect(await move('deleted', 'up')).toBe(false)
  })

  test('a deleted rule comes back where it was', async () => {
    await save(change('a'))
    const b = await idOf(change('b'))
    await save(change('c'))
    await database.write(trx => deleteRule(trx, b))
    expect(await topics()).toEqual(['a', 'c'])
    await save(change('b', { position: 1 }))
    expect(await topics()).toEqual(['a', 'b', 'c'])
  })

  test('a rule is disabled and enabled', async () => {
    const id = await idOf(change('a'))
    const enable = (which: string, isEnabled: boolean) =>
      database.write(trx => enableRule(trx, which, isEnabled, sato, tuesday))
    expect(await enable(id, false)).toBe(true)
    expect(await listRules(database.kysely)).toMatchObject([{ id, isEnabled: false, by: '佐藤' }])
    expect(await enable('deleted', true)).toBe(false)
  })

  test('there are at most 500 rules', async () => {
    const first = await idOf(change('0'))
    await database.write(async trx => {
      for (let at = 1; at < 500; at++) await saveRule(trx, change(`${at}`), kim, monday)
    })
    expect(await save(change('more'))).toBe('full')
    expect(await save(change('0'))).toEqual({ id: first })
  })
})
