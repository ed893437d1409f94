'use client'
import { useTranslations } from 'use-intl'
import { DoorHeading } from '@/app/door-heading'
import { useOpenedLink } from '@/app/opened-link'
import { Notice } from '@/components/ui/notice'
import { openInvitation } from './actions'
import { JoinForm } from './form'

/** What the link in the address is for, and the form that spends it. */
export function InvitationLink() {
  const say = useTranslations('auth.invitation')
  const { token, opened, problem } = useOpenedLink(openInvitation)
  if (!opened) {
    return (
      <>
        <DoorHeading title={say('title')} lead={problem ? undefined : say('opening')} />
        <div className="pt-4">{problem && <Notice>{problem}</Notice>}</div>
      </>
    )
  }
  const { email, role } = opened
  const isNew = role !== undefined
  return (
    <>
      <DoorHeading
        title={say(isNew ? 'title' : 'passwordTitle')}
        lead={isNew ? say('lead', { email, role }) : say('passwordLead', { email })}
      />
      <div className="pt-4">
        <JoinForm key={token} token={token} isNew={isNew} />
      </div>
    </>
  )
}
