import { expect, test } from 'vitest'
import type { Recipe } from '@/lib/import/recipe/recipe'
import { writeRecipeFile } from '@/lib/import/recipe/recipe-file'
import { StorageFullError } from '@/lib/store/db/disk-space'
import { listRecipes } from '@/lib/store/master/recipes'
import { addOperator } from '@/lib/store/people/operators'
import { describeDatabases } from '@/testing/store/databases'
import { withoutRoom } from '@/testing/store/full-disk'
import { useAsProcessDatabase } from '@/testing/store/process-database'
import { importRecipes, saveRecipe } from './recipes'

const at = '2026-11-29T01:00:00.000Z'
const recipe = (heading: string): Recipe => ({
  id: 'file',
  name: heading,
  sheets: ['orders/japan'],
  known: [[heading]],
  continues: true,
  fields: { 'orderInfo.mallOrderNumber': { take: [heading] } },
})

describeDatabases('mappings', openTestDatabase => {
  const open = async (count: number) => {
    const database = await openTestDatabase()
    useAsProcessDatabase(database)
    const { kysely } = database
    const account = { email: 'mina@x', name: 'Mina', passwordHash: '-', role: 'editor' } as const
    const { id } = await addOperator(kysely, account)
    const rows = Array.from({ length: count }, (_, i) => ({
      ...{ id: `stored ${i}`, sheet: 'orders/japan', fingerprint: `stored ${i}`, name: `Stored ${i}` },
      ...{ recipe: '{}', created_by: id, created_at: at, updated_by: id, updated_at: at, uses: 0 },
      last_used_at: null,
    }))
    await kysely.insertInto('kept_recipe').values(rows).execute()
    const upload = (...headings: string[]) =>
      importRecipes({ text: writeRecipeFile(headings.map(recipe)) }, id)
    const imported = async () =>
      (await listRecipes(kysely)).map(({ name }) => name).filter(name => !name.startsWith('Stored'))
    const keep = (heading: string) =>
      saveRecipe({ sheetId: 'orders/japan', name: heading, recipe: recipe(heading) }, id)
    return { database, upload, keep, imported }
  }

  test('of a file are imported as a whole, or not at all if the desk would then have more than 500', async () => {
    const { upload, imported } = await open(498)
    expect(await upload('주문번호', '注文番号', 'Order ID')).toMatchObject({
      ok: false,
      problem: { code: 'full' },
    })
    expect(await imported()).toEqual([])
    expect(await upload('주문번호', '注文番号')).toEqual({ ok: true, value: { count: 2 } })
    // A mapping for the same columns needs no further place.
    expect(await upload('주문번호')).toEqual({ ok: true, value: { count: 1 } })
    expect((await imported()).toSorted()).toEqual(['注文番号', '주문번호'].toSorted())
  })

  test('are stored only while the disk has more free space than its reserve', async () => {
    const { database, upload, keep, imported } = await open(1)
    useAsProcessDatabase(withoutRoom(database))
    await expect(keep('주문번호')).rejects.toThrow(StorageFullError)
    await expect(upload('注文番号')).rejects.toThrow(StorageFullError)
    expect(await imported()).toEqual([])
  })
})
