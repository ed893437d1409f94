'use client'
import { useTranslations } from 'use-intl'
import { AuthHeading } from '@/app/auth-heading'
import { useOpenedLink } from '@/app/opened-link'
import { Notice } from '@/components/ui/feedback/notice'
import { openInvitation } from './actions'
import { JoinForm } from './form'

/** The purpose of the link in the address, and the form that redeems it. */
export function InvitationLink() {
  const t = useTranslations('auth.invitation')
  const { token, opened, problem } = useOpenedLink(openInvitation)
  if (!opened) {
    return (
      <>
        <AuthHeading title={t('title')} lead={problem ? undefined : t('opening')} />
        <div className="pt-4">{problem && <Notice>{problem}</Notice>}</div>
      </>
    )
  }
  const { email, role } = opened
  const isNew = role !== undefined
  return (
    <>
      <AuthHeading
        title={t(isNew ? 'title' : 'passwordTitle')}
        lead={isNew ? t('lead', { email, role }) : t('passwordLead', { email })}
      />
      <div className="pt-4">
        <JoinForm key={token} token={token} isNew={isNew} />
      </div>
    </>
  )
}
