import { redirect } from 'next/navigation'
import { AuthLayout } from '@/app/auth-layout'
import { Words } from '@/app/words'
import { Notice } from '@/components/ui/notice'
import { callbackPath } from '@/lib/auth/callback-path'
import { currentOperator } from '@/lib/auth/session'
import { isSetUp } from '@/lib/desk/accounts'
import { getTranslations } from '@/lib/words/server'
import { SignInForm } from './form'

const t = getTranslations('auth.signIn')

export const generateMetadata = () => ({ title: t('title') })

interface Props {
  searchParams: Promise<{ callbackUrl?: string | string[] }>
}

export default async function Page({ searchParams }: Props) {
  const { callbackUrl } = await searchParams
  const to = callbackPath(typeof callbackUrl === 'string' ? callbackUrl : undefined)
  if (await currentOperator()) redirect(to)
  return (
    <AuthLayout title={t('title')}>
      {(await isSetUp()) ? (
        <Words areas={['auth.fields', 'auth.signIn']}>
          <SignInForm to={to} />
          <p className="pt-3 text-ink-3 text-xs">{t('forgotten')}</p>
        </Words>
      ) : (
        <Notice>{t('notSetUp')}</Notice>
      )}
    </AuthLayout>
  )
}
