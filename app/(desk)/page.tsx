import Link from 'next/link'
import { DraftTable } from '@/app/(desk)/[...sheet]/draft-table'
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
      <PageBar title={say('title')} aside={say('lead')}>
        <Link href="/orders/japan/new" className={buttonClasses('primary')}>
          {say('newJapan')}
        </Link>
      </PageBar>
      <DraftTable sheet="orders/japan" />
    </>
  )
}
