import Link from 'next/link'
import { Door } from '@/app/door'
import { buttonClasses } from '@/components/ui/button-classes'
import { database } from '@/lib/store/database'
import { hasOperator } from '@/lib/store/operators'
import { words } from '@/lib/words/server'
import { SetUpLink } from './link'

const say = words('auth.setUp')

export const metadata = { title: say('title') }

/** The server does not see the token of the link that opens this page; the browser sends it in a request's body. */
export default async function Page() {
  const { kysely } = await database()
  if (await hasOperator(kysely)) {
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
      <SetUpLink />
    </Door>
  )
}
