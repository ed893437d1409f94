import Link from 'next/link'
import { AuthLayout } from '@/app/auth-layout'
import { Words } from '@/app/words'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { isSetUp } from '@/lib/desk/people/accounts'
import { getTranslations } from '@/lib/words/server'
import { SetUpLink } from './link'

const t = getTranslations('auth.setUp')

export const generateMetadata = () => ({ title: t('title') })

/** The server does not see the token of the link that opens this page; the browser sends it in a request's body. */
export default async function Page() {
  if (await isSetUp()) {
    return (
      <AuthLayout title={t('already')}>
        <Link href="/sign-in" className={buttonClasses('primary')}>
          {t('toSignIn')}
        </Link>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout>
      <Words areas={['auth.setUp', 'auth.signIn', 'auth.fields', 'failures']}>
        <SetUpLink />
      </Words>
    </AuthLayout>
  )
}
