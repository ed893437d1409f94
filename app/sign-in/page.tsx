import { redirect } from 'next/navigation'
import { Door } from '@/app/door'
import { Words } from '@/app/words'
import { Notice } from '@/components/ui/notice'
import { callbackPath } from '@/lib/auth/callback-path'
import { currentOperator } from '@/lib/auth/session'
import { isSetUp } from '@/lib/desk/accounts'
import { words } from '@/lib/words/server'
import { SignInForm } from './form'

const say = words('auth.signIn')

export const generateMetadata = () => ({ title: say('title') })

interface Props {
  searchParams: Promise<{ callbackUrl?: string | string[] }>
}

export default async function Page({ searchParams }: Props) {
  const { callbackUrl } = await searchParams
  const to = callbackPath(typeof callbackUrl === 'string' ? callbackUrl : undefined)
  if (await currentOperator()) redirect(to)
  return (
    <Door title={say('title')}>
      {(await isSetUp()) ? (
        <Words areas={['auth.fields', 'auth.signIn', 'failures']}>
          <SignInForm to={to} />
          <p className="pt-3 text-ink-3 text-xs">{say('forgotten')}</p>
        </Words>
      ) : (
        <Notice>{say('notSetUp')}</Notice>
      )}
    </Door>
  )
}
