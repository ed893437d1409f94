import { Sections } from '@/app/(desk)/settings/sections'
import { Words } from '@/app/words'
import { PageBar } from '@/components/ui/layout/page-bar'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { listRecipeRows } from '@/lib/desk/master/recipes'
import { getTranslations } from '@/lib/words/server'
import { RecipesScreen } from './recipes-screen'

const t = getTranslations('intake.recipes')

export const generateMetadata = () => ({ title: t('title') })

/** The mappings that operators confirmed for files with certain headings; shared by all operators. */
export default async function Page() {
  const { role } = await requireOperator()
  return (
    <Words areas={['intake.recipes', 'settings.sections', 'workbench.sheets']}>
      <PageBar title={t('title')} aside={t('lead')}>
        <Sections />
      </PageBar>
      <RecipesScreen rows={await listRecipeRows()} mayEdit={isAtLeast(role, 'editor')} />
    </Words>
  )
}
