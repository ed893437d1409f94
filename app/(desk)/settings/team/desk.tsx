'use client'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListAndForm } from '@/app/(desk)/settings/list-and-form'
import type { InvitationLink, InvitationView, MemberView } from '@/lib/desk-api/team'
import { Invitations } from './invitations'
import { InviteForm } from './invite'
import { LinkDialog } from './link-dialog'
import { MemberTable } from './members'
import { RemoveMember } from './remove'

interface Props {
  /** The operator who views the page. */
  me: string
  members: readonly MemberView[]
  invitations: readonly InvitationView[]
  record: ReactNode
}

/** Everyone who may sign in, all invitations and, beside them, the form for a new invitation. */
export function Desk({ me, members, invitations, record }: Props) {
  const t = useTranslations('team')
  const [round, setRound] = useState(0)
  const [link, setLink] = useState<InvitationLink>()
  const [leaving, setLeaving] = useState<MemberView>()
  const show = (made: InvitationLink) => {
    setLink(made)
    setRound(round + 1)
  }
  return (
    <>
      <ListAndForm
        title={t('invite.title')}
        list={
          <>
            <MemberTable me={me} members={members} onRemove={setLeaving} onLink={show} />
            <Invitations invitations={invitations} />
            {record}
          </>
        }
        form={<InviteForm key={round} onInvited={show} />}
      />
      {/* A closed dialog is not rendered: the link does not stay in the page. */}
      {link && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
      {leaving && <RemoveMember member={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}
