import Link from 'next/link'
import { redirect } from 'next/navigation'
import { AuthLayout } from '@/app/auth-layout'
import { Words } from '@/app/words'
import { Notice } from '@/components/ui/feedback/notice'
import { callbackPath } from '@/lib/auth/callback-path'
import { currentOperator } from '@/lib/auth/session'
import { isSetUp } from '@/lib/desk/people/accounts'
import { env } from '@/lib/env'
import { getTranslations } from '@/lib/words/server'
import { SignIn } from './form'
import { ProviderButton } from './provider-button'

const t = getTranslations('auth.signIn')

export const generateMetadata = () => ({ title: t('title') })

interface Props {
  searchParams: Promise<Readonly<Record<'callbackUrl' | 'error' | 'password', string | string[] | undefined>>>
}

/** Why the provider's response was refused: the results of lib/auth/oidc, and `provider` for its own errors. */
const refusals = ['provider', 'role', 'removed', 'email', 'taken', 'last-administrator', 'issuer'] as const
type Refusal = (typeof refusals)[number]
const isRefusal = (text: string | string[] | undefined): text is Refusal =>
  refusals.some(refusal => refusal === text)

export default async function Page({ searchParams }: Props) {
  const { callbackUrl, error, password } = await searchParams
  const to = callbackPath(typeof callbackUrl === 'string' ? callbackUrl : undefined)
  if (await currentOperator()) redirect(to)
  const { oidc } = env()
  const refusal = oidc && isRefusal(error) ? t(`refusals.${error}`, { name: oidc.name }) : undefined
  if (oidc?.isOnly && password === undefined) {
    return (
      <AuthLayout title={t('title')}>
        <Words areas={['auth.signIn']}>
          <div className="flex flex-col gap-3">
            {refusal !== undefined && <Notice tone="fail">{refusal}</Notice>}
            <ProviderButton name={oidc.name} to={to} isPrimary />
            <Link href="/sign-in?password=1" className="text-ink-3 text-xs underline">
              {t('withPassword')}
            </Link>
          </div>
        </Words>
      </AuthLayout>
    )
  }
  if (!oidc && !(await isSetUp())) {
    return (
      <AuthLayout title={t('title')}>
        <Notice>{t('notSetUp')}</Notice>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout>
      <Words areas={['auth.fields', 'auth.signIn', 'auth.secondStep']}>
        <SignIn
          to={to}
          above={
            oidc && (
              <>
                {refusal !== undefined && <Notice tone="fail">{refusal}</Notice>}
                <ProviderButton name={oidc.name} to={to} isPrimary={false} />
                <p className="text-ink-3 text-xs">{t('or')}</p>
              </>
            )
          }
        >
          <p className="pt-3 text-ink-3 text-xs">{t(oidc?.isOnly ? 'onlyOne' : 'forgotten')}</p>
        </SignIn>
      </Words>
    </AuthLayout>
  )
}
