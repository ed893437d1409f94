import { PageBar } from '@/components/ui/page-bar'
import { requireOperator } from '@/lib/auth/session'
import { listConnections } from '@/lib/store/connections'
import { database } from '@/lib/store/database'
import { words } from '@/lib/words/server'
import { Desk } from './desk'

const say = words('connections')

export const metadata = { title: say('title') }

export default async function Page() {
  const { role } = await requireOperator()
  const connections = await listConnections((await database()).kysely)
  return (
    <>
      <PageBar title={say('title')} aside={say('lead')} />
      <Desk connections={connections} mayEdit={role === 'administrator'} />
    </>
  )
}
