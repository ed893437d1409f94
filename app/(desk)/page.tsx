import { DraftList, type ListQuery } from '@/app/(desk)/drafts/list'
import { NewDraft } from '@/app/(desk)/drafts/new-draft'
import { NeedsAttention } from '@/app/(desk)/home/attention'
import { Figures } from '@/app/(desk)/home/figures'
import { FirstSteps } from '@/app/(desk)/home/first-steps'
import { AlarmNotice } from '@/app/(desk)/unknown/alarm-notice'
import { Words } from '@/app/words'
import { PageBar } from '@/components/ui/layout/page-bar'
import { requireOperator } from '@/lib/auth/session'
import { getTranslations } from '@/lib/words/server'
import { requestTime } from '@/lib/words/time/request-time'

const t = getTranslations('home')

export const generateMetadata = () => ({ title: t('title') })

export default async function Page({ searchParams }: { searchParams: Promise<ListQuery> }) {
  await requireOperator()
  return (
    <Words
      areas={[
        'drafts',
        'history.download',
        'home.figures',
        'home.steps',
        'intake.desk',
        'workbench.sheets',
        'workbench.waiting',
      ]}
    >
      <PageBar title={t('title')} aside={requestTime(Date.now(), 'longDay')}>
        <NewDraft />
      </PageBar>
      <AlarmNotice />
      <FirstSteps />
      <div className="flex shrink-0 flex-col gap-6 border-line border-b px-3.5 pt-3 pb-5">
        <NeedsAttention />
        <Figures />
      </div>
      <DraftList path="/" query={await searchParams} isHome />
    </Words>
  )
}
