import Link from 'next/link'
import { Door } from '@/app/door'
import { buttonClasses } from '@/components/ui/button-classes'
import { Notice } from '@/components/ui/notice'
import { database } from '@/lib/store/database'
import { hasOperator } from '@/lib/store/operators'
import { isSetUpTokenGood } from '@/lib/store/set-up-links'
import { words } from '@/lib/words/server'
import { SetUpForm } from './form'

const say = words('auth.setUp')

export const metadata = { title: say('title') }

interface Props {
  searchParams: Promise<{ token?: string | string[] }>
}

export default async function Page({ searchParams }: Props) {
  const { token } = await searchParams
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
  const isGood = typeof token === 'string' && (await isSetUpTokenGood(kysely, token))
  return (
    <Door title={say('title')} lead={isGood ? say('lead') : undefined}>
      {isGood ? <SetUpForm token={token} /> : <Notice>{say('void')}</Notice>}
    </Door>
  )
}
