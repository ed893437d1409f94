import { PageBar } from '@/components/ui/page-bar'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { learnedLimits } from '@/lib/ledger/runner'
import { countLeftBehind } from '@/lib/store/connection-changes'
import { type Connection, listConnections } from '@/lib/store/connections'
import { database } from '@/lib/store/database'
import { words } from '@/lib/words/server'
import { Desk } from './desk'

const say = words('connections')

export const metadata = { title: say('title') }

export default async function Page() {
  const { role } = await requireOperator()
  const { kysely } = await database()
  const known = async (connection: Connection) => ({
    connection,
    learned: await learnedLimits(connection.id),
    left: await countLeftBehind(kysely, connection.id),
  })
  return (
    <>
      <PageBar title={say('title')} aside={say('lead')} />
      <Desk
        connections={await Promise.all((await listConnections(kysely)).map(known))}
        mayEdit={role === 'administrator'}
        mayTest={isAtLeast(role, 'registrar')}
      />
    </>
  )
}
