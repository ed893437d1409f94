import { Sections } from '@/app/(desk)/settings/sections'
import { Words } from '@/app/words'
import { PageBar } from '@/components/ui/layout/page-bar'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { listRuleRows } from '@/lib/desk/master/import-rules'
import { getTranslations } from '@/lib/words/server'
import { RulesScreen } from './rules-screen'

const t = getTranslations('rules')

export const generateMetadata = () => ({ title: t('title') })

/** The corrections that are repeated on every import; shared by all operators. */
export default async function Page() {
  const { role } = await requireOperator()
  return (
    <Words areas={['columns', 'findings.kinds', 'rules', 'settings.sections', 'workbench.sheets']}>
      <PageBar title={t('title')} aside={t('lead')}>
        <Sections />
      </PageBar>
      <RulesScreen rows={await listRuleRows()} mayEdit={isAtLeast(role, 'editor')} />
    </Words>
  )
}
