import { beforeEach, expect, test } from 'vitest'
import { addOperator } from '@/lib/store/people/operators'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { deleteRecipe, listRecipes, recordRecipeUse, renameRecipe, saveRecipe } from './recipes'

const monday = new Date('2026-11-16T09:00:00Z')
const tuesday = new Date('2026-11-17T09:00:00Z')
const own = { sheet: 'orders/japan', fingerprint: 'f1', name: '우리 엑셀', recipe: { fields: { a: 1 } } }

describeDatabases('recipes that operators made', openTestDatabase => {
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
  const keep = (what: Parameters<typeof saveRecipe>[1], by: string, now: Date) =>
    database.write(trx => saveRecipe(trx, what, by, now))

  test('a recipe is stored for all operators, with its author and time', async () => {
    const id = await keep(own, kim, monday)
    expect(await listRecipes(database.kysely, 'orders/japan')).toEqual([
      {
        id,
        sheet: 'orders/japan',
        name: '우리 엑셀',
        recipe: own.recipe,
        by: 'Kim',
        updatedAt: monday.toISOString(),
        lastUsedAt: null,
        uses: 0,
      },
    ])
    expect(await listRecipes(database.kysely, 'products')).toEqual([])
  })

  test('the newest recipe for the same headings of a sheet is used; each sheet has its own recipes', async () => {
    const id = await keep(own, kim, monday)
    expect(await keep({ ...own, recipe: { fields: {} } }, sato, tuesday)).toBe(id)
    await keep({ ...own, sheet: 'orders/general' }, kim, monday)
    const [newest, other] = await listRecipes(database.kysely)
    expect(newest).toMatchObject({ id, by: '佐藤', recipe: { fields: {} } })
    expect(other).toMatchObject({ sheet: 'orders/general' })
  })

  test('a recipe for changed headings replaces only the recipe it was made from', async () => {
    const id = await keep(own, kim, monday)
    const other = await keep({ ...own, fingerprint: 'f2', name: 'B' }, kim, monday)
    expect(await keep({ ...own, instead: id ?? '', fingerprint: 'f3' }, sato, tuesday)).toBe(id)
    expect((await listRecipes(database.kysely)).map(recipe => recipe.id).toSorted()).toEqual(
      [id, other].toSorted(),
    )
    // Another recipe already had these headings: only one of the two remains.
    expect(await keep({ ...own, instead: id ?? '', fingerprint: 'f2' }, sato, tuesday)).toBe(id)
    expect((await listRecipes(database.kysely)).map(recipe => recipe.id)).toEqual([id])
  })

  test('uses are counted, recipes can be renamed and deleted', async () => {
    const { kysely, write } = database
    const first = (await keep(own, kim, monday)) ?? ''
    const second = (await keep({ ...own, fingerprint: 'f2' }, kim, monday)) ?? ''
    await write(trx => recordRecipeUse(trx, first, tuesday))
    await write(trx => recordRecipeUse(trx, first, tuesday))
    expect(await listRecipes(kysely)).toMatchObject([
      { id: first, uses: 2, lastUsedAt: tuesday.toISOString() },
      { id: second, uses: 0 },
    ])
    expect(await write(trx => renameRecipe(trx, first, '새 이름'))).toBe(true)
    await write(trx => deleteRecipe(trx, first))
    expect(await write(trx => renameRecipe(trx, first, '없음'))).toBe(false)
    await write(trx => recordRecipeUse(trx, first, tuesday))
    expect((await listRecipes(kysely)).map(({ id }) => id)).toEqual([second])
  })

  test('of two concurrent recipes for the same headings the newest wins without an error', async () => {
    const both = await Promise.all([keep(own, kim, monday), keep(own, sato, monday)])
    expect(new Set(both).size).toBe(1)
    expect(await listRecipes(database.kysely)).toHaveLength(1)
  })
})
