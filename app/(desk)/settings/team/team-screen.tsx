'use client'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListWithPanel, useEntryPanel } from '@/app/(desk)/lists/list-with-panel'
import type { InvitationLink, InvitationView, MemberView } from '@/lib/desk-api/people/team'
import { Invitations } from './invitations'
import { InviteForm } from './invite'
import { LinkDialog } from './link-dialog'
import { MemberTable } from './members'
import { RemoveMember } from './remove'
import { SecondFactorPolicy } from './second-factor-policy'

interface Props {
  /** The operator who views the page. */
  me: string
  members: readonly MemberView[]
  invitations: readonly InvitationView[]
  isSecondFactorRequired: boolean
  /** The company's sign-in provider; null: none. */
  provider: { readonly name: string; readonly isOnly: boolean } | null
  record: ReactNode
}

/** Everyone who may sign in, and all invitations; the form for a new one opens in a panel. */
export function TeamScreen({ me, members, invitations, isSecondFactorRequired, provider, record }: Props) {
  const t = useTranslations('team')
  const panel = useEntryPanel()
  const [link, setLink] = useState<InvitationLink>()
  const [leaving, setLeaving] = useState<MemberView>()
  const show = (issued: InvitationLink) => {
    setLink(issued)
    panel.close()
  }
  return (
    <>
      <ListWithPanel
        panel={panel}
        keepsFocus={link !== undefined || leaving !== undefined}
        newLabel={provider?.isOnly ? undefined : t('invite.title')}
        title={t('invite.title')}
        list={
          <>
            {provider?.isOnly && (
              <p className="max-w-140 px-3.5 py-3 text-ink-2">{t('providerOnly', { name: provider.name })}</p>
            )}
            <MemberTable
              me={me}
              members={members}
              provider={provider?.name ?? null}
              onRemove={setLeaving}
              onLink={show}
            />
            <Invitations invitations={invitations} />
            <SecondFactorPolicy isRequired={isSecondFactorRequired} />
            {record}
          </>
        }
        form={<InviteForm onInvited={show} onCancel={panel.close} />}
      />
      {/* A closed dialog is not rendered: the link does not stay in the page. */}
      {link && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
      {leaving && <RemoveMember member={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}
