import { ListAndForm } from '@/app/(desk)/settings/list-and-form'
import { Sections } from '@/app/(desk)/settings/sections'
import { PageBar } from '@/components/ui/page-bar'
import { requireOperator } from '@/lib/auth/session'
import { currentSessionId } from '@/lib/auth/session-cookie'
import { database } from '@/lib/store/database'
import { listSessions } from '@/lib/store/sessions'
import { words } from '@/lib/words/server'
import { deviceName } from './device'
import { PasswordForm } from './form'
import { Sessions } from './sessions'

const say = words('account')
const team = words('team')

export const metadata = { title: say('title') }

export default async function Page() {
  const { id, name, email, role } = await requireOperator()
  const here = await currentSessionId()
  const listed = await listSessions((await database()).kysely, id)
  const isHere = (session: { readonly id: string }) => session.id === here
  const sessions = [...listed.filter(isHere), ...listed.filter(session => !isHere(session))]
  return (
    <>
      <PageBar title={say('title')}>
        <Sections />
      </PageBar>
      <ListAndForm
        title={say('password')}
        list={
          <>
            <dl className="grid max-w-140 grid-cols-[5rem_1fr] gap-y-1 p-3.5">
              <dt className="text-ink-3">{team('columns.name')}</dt>
              <dd className="truncate">{name}</dd>
              <dt className="text-ink-3">{say('email')}</dt>
              <dd className="truncate">{email}</dd>
              <dt className="text-ink-3">{team('columns.role')}</dt>
              <dd>
                {team(`roles.${role}`)}
                <span className="block text-ink-2">{say(`may.${role}`)}</span>
              </dd>
            </dl>
            <Sessions
              sessions={sessions.map(({ userAgent, ...session }) => ({
                ...session,
                device: deviceName(userAgent),
                isHere: isHere(session),
              }))}
            />
          </>
        }
        form={<PasswordForm />}
      />
    </>
  )
}
