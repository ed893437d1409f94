import { Door } from '@/app/door'
import { Notice } from '@/components/ui/notice'
import { database } from '@/lib/store/database'
import { findInvitation } from '@/lib/store/invitations'
import { words } from '@/lib/words/server'
import { JoinForm } from './form'

const say = words('auth.invitation')
const role = words('team.roles')

export const metadata = { title: say('title') }

interface Props {
  searchParams: Promise<{ token?: string | string[] }>
}

export default async function Page({ searchParams }: Props) {
  const { token } = await searchParams
  const { kysely } = await database()
  const invitation = typeof token === 'string' ? await findInvitation(kysely, token, new Date()) : undefined
  if (!invitation || typeof token !== 'string') {
    return (
      <Door title={say('title')}>
        <Notice>{say('void')}</Notice>
      </Door>
    )
  }
  const isNew = invitation.operatorId === null
  const { email } = invitation
  return (
    <Door
      title={say(isNew ? 'title' : 'passwordTitle')}
      lead={isNew ? say('lead', { email, role: role(invitation.role) }) : say('passwordLead', { email })}
    >
      <JoinForm token={token} isNew={isNew} />
    </Door>
  )
}
