import { Sections } from '@/app/(desk)/settings/sections'
import { PageBar } from '@/components/ui/page-bar'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { sheets } from '@/lib/sheet/sheets'
import { database } from '@/lib/store/database'
import { listRecipes } from '@/lib/store/recipes'
import { words } from '@/lib/words/server'
import { Desk } from './desk'
import { storedRecipe } from './stored'

const say = words('intake.recipes')

export const metadata = { title: say('title') }

/** What files with certain headings were said to mean, for all operators. */
export default async function Page() {
  const { role } = await requireOperator()
  const kept = await listRecipes((await database()).kysely)
  const rows = kept.map(one => {
    const recipe = storedRecipe(one)
    const ids = Object.keys(sheets) as (keyof typeof sheets)[]
    return {
      id: one.id,
      name: one.name,
      sheet: ids.find(id => id === one.sheet) ?? 'orders/japan',
      by: one.by,
      updatedAt: one.updatedAt,
      lastUsedAt: one.lastUsedAt,
      uses: one.uses,
      headings: recipe?.known.length ?? 0,
      isOnlyStatuses: recipe !== undefined && Object.keys(recipe.fields).length === 0,
      isReadable: recipe !== undefined,
    }
  })
  return (
    <>
      <PageBar title={say('title')} aside={say('lead')}>
        <Sections />
      </PageBar>
      <Desk rows={rows} mayEdit={isAtLeast(role, 'editor')} />
    </>
  )
}
