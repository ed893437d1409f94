import { Sections } from '@/app/(desk)/settings/sections'
import { Words } from '@/app/words'
import { Notice } from '@/components/ui/feedback/notice'
import { PageBar } from '@/components/ui/layout/page-bar'
import { requireOperator } from '@/lib/auth/session'
import { readRetention } from '@/lib/desk/retention'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { joinSentences } from '@/lib/words/sentences/join'
import { getTranslations } from '@/lib/words/server'
import { requestTime } from '@/lib/words/time/request-time'
import { RetentionForm } from './form'

const t = getTranslations('history.retention')

export const generateMetadata = () => ({ title: t('title') })

/** How long personal data is kept. */
export default async function Page() {
  const { role } = await requireOperator()
  return (
    <Words areas={['history.retention', 'failures', 'settings.sections']}>
      <PageBar title={t('title')}>
        <Sections />
      </PageBar>
      {role === 'administrator' ? (
        <Rule />
      ) : (
        <div className="max-w-140 p-3.5">
          <Notice>{t('administratorsOnly')}</Notice>
        </div>
      )}
    </Words>
  )
}

async function Rule() {
  const { days, changedBy, changedAt, ranAt, erased } = await readRetention()
  return (
    <div className="flex max-w-140 flex-col gap-4 p-3.5">
      <p className="text-ink-2">{t('lead')}</p>
      <RetentionForm days={days} />
      <p className="text-ink-2">{t('unfinished')}</p>
      <p className="text-ink-3">
        {joinSentences(requestLocale().language, [
          ranAt === null ? t('notRan') : t('ran', { time: requestTime(ranAt, 'minute'), count: erased }),
          changedAt !== null && t('changed', { name: changedBy ?? '', date: requestTime(changedAt, 'day') }),
        ])}
      </p>
    </div>
  )
}
