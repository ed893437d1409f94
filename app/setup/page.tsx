import Link from 'next/link'
import { Door } from '@/app/door'
import { Words } from '@/app/words'
import { buttonClasses } from '@/components/ui/button-classes'
import { isSetUp } from '@/lib/desk/accounts'
import { words } from '@/lib/words/server'
import { SetUpLink } from './link'

const say = words('auth.setUp')

export const generateMetadata = () => ({ title: say('title') })

/** The server does not see the token of the link that opens this page; the browser sends it in a request's body. */
export default async function Page() {
  if (await isSetUp()) {
    return (
      <Door title={say('already')}>
        <Link href="/sign-in" className={buttonClasses('primary')}>
          {say('toSignIn')}
        </Link>
      </Door>
    )
  }
  return (
    <Door>
      <Words areas={['auth.setUp', 'auth.signIn', 'auth.fields', 'failures']}>
        <SetUpLink />
      </Words>
    </Door>
  )
}
