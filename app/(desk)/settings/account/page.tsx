import { cookies, headers } from 'next/headers'
import { Sections } from '@/app/(desk)/settings/sections'
import { SecondFactors } from '@/app/second-factor/section'
import { THEME_COOKIE, themeOf } from '@/app/theme'
import { Words } from '@/app/words'
import { Notice } from '@/components/ui/feedback/notice'
import { PageBar } from '@/components/ui/layout/page-bar'
import { requireOperator } from '@/lib/auth/session'
import { currentSessionId } from '@/lib/auth/session-cookie'
import { mailChoice, mailFrom, sendsNotifications } from '@/lib/desk/notifications/subscriptions'
import { chosenLocale, listSessions } from '@/lib/desk/people/accounts'
import { readSecondFactors } from '@/lib/desk/people/second-factor'
import { BROWSER_DEFAULT } from '@/lib/desk-api/people/account'
import { env } from '@/lib/env'
import { isLanguage, negotiateLanguage } from '@/lib/words/locale/languages'
import { LANGUAGE_COOKIE } from '@/lib/words/locale/locale-cookies'
import { isolated } from '@/lib/words/sentences/isolated'
import { getTranslations } from '@/lib/words/server'
import { PasswordForm } from './form'
import { LocaleForm } from './locale-form'
import { MailForm } from './mail-form'
import { Sessions } from './sessions'
import { ThemeChoice } from './theme-choice'

const t = getTranslations('account')
const team = getTranslations('team')
const factors = getTranslations('secondFactor')
const mine = getTranslations('notifications.mine')

export const generateMetadata = () => ({ title: t('title') })

export default async function Page() {
  const operator = await requireOperator()
  const { id, name, email, role } = operator
  const { language, timeZone } = await chosenLocale(id)
  // The choice made in this browser before sign-in.
  const cookie = (await cookies()).get(LANGUAGE_COOKIE)?.value
  const sessions = await listSessions(id, await currentSessionId())
  return (
    <Words
      areas={[
        'account',
        'auth.setUp',
        'auth.fields',
        'failures',
        'notifications.mine',
        'secondFactor',
        'settings.sections',
      ]}
    >
      <PageBar title={t('title')}>
        <Sections />
      </PageBar>
      <div className="min-h-0 flex-1 overflow-auto">
        <dl className="grid max-w-140 grid-cols-[auto_1fr] gap-x-4 gap-y-1 p-3.5">
          <dt className="text-ink-3">{team('columns.name')}</dt>
          <dd className="truncate">{name}</dd>
          <dt className="text-ink-3">{t('email')}</dt>
          <dd className="truncate">{email}</dd>
          <dt className="text-ink-3">{team('columns.role')}</dt>
          <dd>
            {team(`roles.${role}`)}
            <span className="block text-ink-2">{t(`may.${role}`)}</span>
          </dd>
        </dl>
        <section aria-labelledby="password" className="px-3.5 py-2">
          <h2 id="password" className="pb-2 font-semibold text-base">
            {t('password')}
          </h2>
          {operator.isPasswordless ? (
            <p className="text-ink-2">{t('byProvider', { name: env().oidc?.name ?? '' })}</p>
          ) : (
            <PasswordForm />
          )}
        </section>
        <section aria-labelledby="second-factor" className="max-w-140 px-3.5 py-2">
          <h2 id="second-factor" className="font-semibold text-base">
            {factors('title')}
          </h2>
          <p className="pb-2 text-ink-2">{factors('lead')}</p>
          <SecondFactors factors={await readSecondFactors(operator)} />
        </section>
        <section aria-labelledby="locale" className="max-w-90 px-3.5 py-2">
          <h2 id="locale" className="pb-2 font-semibold text-base">
            {t('locale.title')}
          </h2>
          <LocaleForm
            initial={{
              language: language ?? (isLanguage(cookie) ? cookie : BROWSER_DEFAULT),
              timeZone: timeZone ?? BROWSER_DEFAULT,
            }}
            browserLanguage={negotiateLanguage((await headers()).get('accept-language') ?? undefined)}
          />
        </section>
        <section aria-labelledby="theme" className="max-w-90 px-3.5 py-2">
          <h2 id="theme" className="pb-2 font-semibold text-base">
            {t('theme.title')}
          </h2>
          <ThemeChoice chosen={themeOf((await cookies()).get(THEME_COOKIE)?.value)} />
        </section>
        <section aria-labelledby="mail" className="max-w-90 px-3.5 py-2">
          <h2 id="mail" className="pb-2 font-semibold text-base">
            {mine('title')}
          </h2>
          <p className="pb-2 text-ink-2">
            {mailFrom() === undefined ? mine('off') : mine('lead', { email: isolated(email) })}
          </p>
          {mailFrom() !== undefined && !sendsNotifications() && (
            <Notice tone="warn">{mine('waiting')}</Notice>
          )}
          {mailFrom() !== undefined && <MailForm events={await mailChoice(id)} />}
        </section>
        <Sessions sessions={sessions} />
      </div>
    </Words>
  )
}
