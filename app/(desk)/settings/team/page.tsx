import { Sections } from '@/app/(desk)/settings/sections'
import { Notice } from '@/components/ui/notice'
import { PageBar } from '@/components/ui/page-bar'
import { requireOperator } from '@/lib/auth/session'
import { database } from '@/lib/store/database'
import { listInvitations } from '@/lib/store/invitations'
import { listOperatorEvents } from '@/lib/store/operator-events'
import { listMembers } from '@/lib/store/team'
import { words } from '@/lib/words/server'
import { Desk } from './desk'
import { Record } from './record'

const say = words('team')

export const metadata = { title: say('title') }

/** Lines of the record that are shown. */
const SHOWN = 100

export default async function Page() {
  const { id, role } = await requireOperator()
  const { kysely } = await database()
  return (
    <>
      <PageBar title={say('title')} aside={say('lead')}>
        <Sections />
      </PageBar>
      {role === 'administrator' ? (
        <Desk
          me={id}
          members={await listMembers(kysely)}
          invitations={await listInvitations(kysely, new Date())}
          record={<Record events={await listOperatorEvents(kysely, SHOWN)} />}
        />
      ) : (
        <div className="max-w-140 p-3.5">
          <Notice>{say('administratorsOnly')}</Notice>
        </div>
      )}
    </>
  )
}
