import { Words } from '@/app/words'
import { PageBar } from '@/components/ui/layout/page-bar'
import { requireOperator } from '@/lib/auth/session'
import { getTranslations } from '@/lib/words/server'
import { ShortcutList } from './list'

const t = getTranslations('help')

export const generateMetadata = () => ({ title: t('label') })

/** All keys of the sheets, for operators who are not in a sheet. */
export default async function Page() {
  await requireOperator()
  return (
    <Words areas={['help']}>
      <PageBar title={t('label')} aside={t('lead')} />
      <ShortcutList />
    </Words>
  )
}
