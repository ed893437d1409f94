import Link from 'next/link'
import { redirect } from 'next/navigation'
import { ReauthenticationProvider } from '@/app/(desk)/reauthentication'
import { AuthLayout } from '@/app/auth-layout'
import { Words } from '@/app/words'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { ToastProvider } from '@/components/ui/feedback/toast'
import { callbackPath } from '@/lib/auth/callback-path'
import { currentOperator } from '@/lib/auth/session'
import { readSecondFactors } from '@/lib/desk/people/second-factor'
import { env } from '@/lib/env'
import { getTranslations } from '@/lib/words/server'
import { CONTINUE_ID } from './continue-id'
import { SecondFactors } from './section'
import { SignOutButton } from './sign-out-button'

const t = getTranslations('secondFactor')
const tDesk = getTranslations('desk')

export const generateMetadata = () => ({ title: t('title') })

interface Props {
  searchParams: Promise<{ callbackUrl?: string | string[] }>
}

/** Where operators whose role needs a second factor add one, before anything else. */
export default async function Page({ searchParams }: Props) {
  const { callbackUrl } = await searchParams
  const to = callbackPath(typeof callbackUrl === 'string' ? callbackUrl : undefined)
  const operator = await currentOperator()
  if (!operator) redirect(`/sign-in?callbackUrl=${encodeURIComponent(to)}`)
  const factors = await readSecondFactors(operator)
  const hasFactor = factors.totpAt !== null || factors.passkeys.length > 0
  const lead = operator.mustAddSecondFactor ? 'needed' : hasFactor ? 'ready' : 'lead'
  return (
    <AuthLayout title={t('title')} lead={t(lead)}>
      <Words areas={['desk.requestFailure', 'reauthentication', 'secondFactor']}>
        <ToastProvider label={tDesk('toasts')} closeLabel={tDesk('close')}>
          <ReauthenticationProvider
            email={operator.email}
            provider={operator.isPasswordless ? (env().oidc?.name ?? null) : null}
          >
            <SecondFactors factors={factors} />
            <div className="flex items-center gap-2 pt-4">
              {!operator.mustAddSecondFactor && (
                <Link id={CONTINUE_ID} href={to} className={buttonClasses('primary')}>
                  {t('continue')}
                </Link>
              )}
              <SignOutButton />
            </div>
          </ReauthenticationProvider>
        </ToastProvider>
      </Words>
    </AuthLayout>
  )
}
