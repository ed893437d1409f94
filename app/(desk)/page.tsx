import { DraftList, type ListQuery } from '@/app/(desk)/drafts/list'
import { NewDraft } from '@/app/(desk)/drafts/new-draft'
import { AlarmNotice } from '@/app/(desk)/unknown/alarm-notice'
import { Words } from '@/app/words'
import { PageBar } from '@/components/ui/page-bar'
import { requireOperator } from '@/lib/auth/session'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('home')

export const generateMetadata = () => ({ title: t('title') })

export default async function Page({ searchParams }: { searchParams: Promise<ListQuery> }) {
  await requireOperator()
  return (
    <Words areas={['drafts', 'history.download', 'intake.desk', 'workbench.sheets', 'workbench.waiting']}>
      <PageBar title={t('title')} aside={t('lead')}>
        <NewDraft />
      </PageBar>
      <AlarmNotice />
      <DraftList path="/" query={await searchParams} />
    </Words>
  )
}
