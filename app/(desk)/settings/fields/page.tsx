import { Sections } from '@/app/(desk)/settings/sections'
import { Words } from '@/app/words'
import { PageBar } from '@/components/ui/layout/page-bar'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { listFieldNames } from '@/lib/desk/connections/field-names'
import { getTranslations } from '@/lib/words/server'
import { FieldList } from './list'

const t = getTranslations('settings.fieldNames')

export const generateMetadata = () => ({ title: t('title') })

/** The names that services of connections use for columns, as operators assigned them. */
export default async function Page() {
  const { role } = await requireOperator()
  return (
    <Words areas={['settings.fieldNames', 'settings.sections', 'workbench.sheets']}>
      <PageBar title={t('title')} aside={t('lead')}>
        <Sections />
      </PageBar>
      <FieldList rows={await listFieldNames()} mayEdit={isAtLeast(role, 'editor')} />
    </Words>
  )
}
