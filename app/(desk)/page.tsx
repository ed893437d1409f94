import Link from 'next/link'
import { buttonClasses } from '@/components/ui/button-classes'
import { PageBar } from '@/components/ui/page-bar'
import { requireOperator } from '@/lib/auth/session'
import { words } from '@/lib/words/server'

const say = words('home')

export const metadata = { title: say('title') }

export default async function Page() {
  await requireOperator()
  return (
    <>
      <PageBar title={say('title')} />
      <div className="flex flex-col items-start gap-3 p-3.5">
        <p className="text-ink-2">{say('lead')}</p>
        <Link href="/orders/japan/new" className={buttonClasses('primary')}>
          {say('newJapan')}
        </Link>
      </div>
    </>
  )
}
