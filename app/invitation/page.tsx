import { AuthLayout } from '@/app/auth-layout'
import { Words } from '@/app/words'
import { getTranslations } from '@/lib/words/server'
import { InvitationLink } from './link'

export const generateMetadata = () => ({ title: getTranslations('auth.invitation')('title') })

/** The server does not see the token of the link that opens this page; the browser sends it in a request's body. */
export default function Page() {
  return (
    <AuthLayout>
      <Words areas={['auth.invitation', 'auth.setUp', 'auth.signIn', 'auth.fields', 'failures']}>
        <InvitationLink />
      </Words>
    </AuthLayout>
  )
}
