import { redirect } from 'next/navigation'
import { Door } from '@/app/door'
import { Notice } from '@/components/ui/notice'
import { callbackPath } from '@/lib/auth/callback-path'
import { currentOperator } from '@/lib/auth/session'
import { database } from '@/lib/store/database'
import { hasOperator } from '@/lib/store/operators'
import { words } from '@/lib/words/server'
import { SignInForm } from './form'

const say = words('auth.signIn')

export const metadata = { title: say('title') }

interface Props {
  searchParams: Promise<{ callbackUrl?: string | string[] }>
}

export default async function Page({ searchParams }: Props) {
  const { callbackUrl } = await searchParams
  const to = callbackPath(typeof callbackUrl === 'string' ? callbackUrl : undefined)
  if (await currentOperator()) redirect(to)
  const isSetUp = await hasOperator((await database()).kysely)
  return (
    <Door title={say('title')}>{isSetUp ? <SignInForm to={to} /> : <Notice>{say('notSetUp')}</Notice>}</Door>
  )
}
