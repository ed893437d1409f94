import { ReauthenticationProvider } from '@/app/(desk)/reauthentication'
import { SearchButton } from '@/app/(desk)/search/search-button'
import { SearchProvider } from '@/app/(desk)/search/search-provider'
import { OpenShortcutsByKey } from '@/app/(desk)/shortcuts/open-by-key'
import { Words } from '@/app/words'
import { ToastProvider } from '@/components/ui/feedback/toast'
import { isAtLeast } from '@/lib/auth/roles'
import type { currentOperator } from '@/lib/auth/session'
import { chosenLocale } from '@/lib/desk/people/accounts'
import { unconfirmedCount } from '@/lib/desk/unconfirmed/alarms'
import { env } from '@/lib/env'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { getTranslations } from '@/lib/words/server'
import { AccountMenu } from './account-menu'
import { FailedRequests } from './failed-requests'
import { FormFailures } from './form-failures'
import { LocaleCookies } from './locale-cookies'
import { Navigation } from './navigation'
import { Sidebar } from './sidebar'

const t = getTranslations('desk')

interface Props {
  operator: NonNullable<Awaited<ReturnType<typeof currentOperator>>>
  children: React.ReactNode
}

/** The frame of a signed-in operator's pages: navigation at the left, the page beside it. */
export async function DeskFrame({ operator, children }: Props) {
  const { id, email, name, role, isPasswordless } = operator
  const provider = isPasswordless ? (env().oidc?.name ?? null) : null
  const chosen = await chosenLocale(id)
  return (
    <Words
      areas={[
        'dataTable',
        'desk',
        'drafts.newIn',
        'environments',
        'history.runStates',
        'history.states',
        'reauthentication',
        'search',
        'settings.sections',
        'unknown.notices',
      ]}
    >
      <LocaleCookies chosen={chosen} used={requestLocale()} />
      <ToastProvider label={t('toasts')} closeLabel={t('close')}>
        <a
          href="#main"
          className="absolute top-2 left-2 z-50 -translate-y-20 rounded-md border border-line-strong bg-bg px-3 py-1.5 focus:translate-y-0"
        >
          {t('skip')}
        </a>
        <SearchProvider
          operatorId={id}
          may={{ edit: isAtLeast(role, 'editor'), administer: role === 'administrator' }}
        >
          <OpenShortcutsByKey />
          <FailedRequests />
          <div className="grid h-[calc(100dvh-var(--toast-room,0px))] print:block print:h-auto grid-cols-[168px_minmax(0,1fr)] max-[900px]:grid-cols-[40px_minmax(0,1fr)] max-[640px]:grid-cols-1 max-[640px]:grid-rows-[44px_minmax(0,1fr)]">
            <Sidebar search={<SearchButton isNarrow />}>
              <SearchButton />
              <Navigation unknown={{ count: await unconfirmedCount(), at: Date.now() }} />
              <AccountMenu email={email} name={name} />
            </Sidebar>
            <main
              id="main"
              tabIndex={-1}
              className="relative flex min-h-0 min-w-0 flex-col overflow-auto outline-none"
            >
              <FormFailures>
                <ReauthenticationProvider email={email} provider={provider}>
                  {children}
                </ReauthenticationProvider>
              </FormFailures>
            </main>
          </div>
        </SearchProvider>
      </ToastProvider>
    </Words>
  )
}
