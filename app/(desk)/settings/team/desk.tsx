'use client'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Invitation } from '@/lib/store/invitations'
import type { Member } from '@/lib/store/team'
import type { Link } from './actions'
import { Invitations } from './invitations'
import { InviteForm } from './invite'
import { LinkDialog } from './link-dialog'
import { MemberTable } from './members'
import { RemoveDialog } from './remove'

interface Props {
  /** Who looks at it. */
  me: string
  members: readonly Member[]
  invitations: readonly Invitation[]
  record: ReactNode
}

/** Everybody who may sign in, who was asked to, and beside them the form that asks somebody. */
export function Desk({ me, members, invitations, record }: Props) {
  const say = useTranslations('team')
  const [round, setRound] = useState(0)
  const [link, setLink] = useState<Link>()
  const [leaving, setLeaving] = useState<Member>()
  const show = (made: Link) => {
    setLink(made)
    setRound(round + 1)
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col min-[1240px]:flex-row">
      <div className="min-w-0 shrink-0 overflow-x-auto min-[1240px]:flex-1 min-[1240px]:overflow-y-auto">
        <MemberTable me={me} members={members} onRemove={setLeaving} onLink={show} />
        <Invitations invitations={invitations} />
        {record}
      </div>
      <section
        aria-labelledby="invite-form"
        className="flex-1 border-line border-t bg-panel p-3.5 min-[1240px]:w-90 min-[1240px]:flex-none min-[1240px]:overflow-y-auto min-[1240px]:border-t-0 min-[1240px]:border-l"
      >
        <h2 id="invite-form" className="pb-3 font-semibold text-base">
          {say('invite.title')}
        </h2>
        <div className="max-w-90">
          <InviteForm key={round} onInvited={show} />
        </div>
      </section>
      {/* Closed, it is not there at all: nothing of the link stays in the page. */}
      {link && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
      {leaving && <RemoveDialog member={leaving} onClose={() => setLeaving(undefined)} />}
    </div>
  )
}
