import { HelpLink } from '@/app/(desk)/help/help-link'
import { Facts } from '@/app/(desk)/history/facts'
import { Sections } from '@/app/(desk)/settings/sections'
import { Words } from '@/app/words'
import { Notice } from '@/components/ui/feedback/notice'
import { PageBar } from '@/components/ui/layout/page-bar'
import { Time } from '@/components/ui/text/time'
import { requireOperator } from '@/lib/auth/session'
import { readAbout } from '@/lib/desk/about'
import { type BackupStatus, readBackupStatus } from '@/lib/desk/backups'
import { HOUR_MS, MINUTE_MS } from '@/lib/time-units'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { sizeText } from '@/lib/words/sentences/size-text'
import { getTranslations } from '@/lib/words/server'
import { requestTime } from '@/lib/words/time/request-time'

const t = getTranslations('settings.about')

export const generateMetadata = () => ({ title: t('title') })

/** The version of Lading, and for administrators its backups. */
export default async function Page() {
  const { role } = await requireOperator()
  const { version, commit, engine, runtime } = await readAbout()
  return (
    <Words areas={['settings.sections']}>
      <PageBar title={t('title')}>
        <Sections />
      </PageBar>
      <Facts
        facts={[
          [t('version'), version],
          [t('commit'), commit],
          [t('database'), engine],
          [t('runtime'), runtime],
        ]}
      />
      {role === 'administrator' && <Backups status={await readBackupStatus()} />}
    </Words>
  )
}

function Backups({ status: { made, failed, newest, every, folder } }: { status: BackupStatus }) {
  const { language } = requestLocale()
  const last = newest && (!made || newest.at >= Date.parse(made.at) - 1000) ? newest : made
  return (
    <section aria-labelledby="backups">
      <h2 id="backups" className="px-3.5 pt-3.5 font-medium">
        {t('backups')}
      </h2>
      {failed && (
        <div className="max-w-180 px-3.5 pt-2.5">
          <Notice>
            {t('failed', {
              time: requestTime(failed.at, 'minute'),
              host: failed.host,
              reason: failed.problem,
            })}{' '}
            <HelpLink href="/help/backup#if-a-backup-fails">{t('failedGuide')}</HelpLink>
          </Notice>
        </div>
      )}
      <Facts
        facts={[
          [
            t('last'),
            last ? <Time key="last" at={new Date(last.at).toISOString()} kind="relative" /> : t('none'),
          ],
          [t('size'), last && sizeText(last.bytes, language)],
          [t('schedule'), every === undefined ? t('unscheduled') : scheduleText(every)],
          [
            t('folder'),
            <span key="folder" title={folder}>
              {folder}
            </span>,
          ],
        ]}
      />
      <p className="max-w-180 px-3.5 py-3 text-ink-2">
        {t('keys')} <HelpLink href="/help/backup">{t('guide')}</HelpLink>
      </p>
    </section>
  )
}

/** An interval in days, hours or minutes, whichever is whole. */
function scheduleText(every: number): string {
  if (every % (24 * HOUR_MS) === 0) return t('days', { count: every / 24 / HOUR_MS })
  return every % HOUR_MS === 0
    ? t('hours', { count: every / HOUR_MS })
    : t('minutes', { count: every / MINUTE_MS })
}
