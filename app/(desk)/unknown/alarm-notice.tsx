import Link from 'next/link'
import { Notice } from '@/components/ui/feedback/notice'
import { openAlarms } from '@/lib/desk/unconfirmed/alarms'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { joinSentences } from '@/lib/words/sentences/join'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('unknown.notices')

/** Home shows first which orders may be shipped twice, and which responses cannot be right. */
export async function AlarmNotice() {
  const { late, responses } = await openAlarms()
  if (late + responses === 0) return null
  return (
    <div className="border-line border-b px-3.5 py-2.5">
      <Notice tone="fail">
        {joinSentences(requestLocale().language, [
          late > 0 && t('alarms', { count: late }),
          responses > 0 && t('responses', { count: responses }),
        ])}{' '}
        <Link href="/unknown" className="font-medium underline">
          {t('openAlarms')}
        </Link>
      </Notice>
    </div>
  )
}
