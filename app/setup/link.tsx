'use client'
import { useTranslations } from 'use-intl'
import { AuthHeading } from '@/app/auth-heading'
import { useOpenedLink } from '@/app/opened-link'
import { Notice } from '@/components/ui/feedback/notice'
import { openSetUp } from './actions'
import { SetUpForm } from './form'

/** The form that redeems the set-up link in the address. */
export function SetUpLink() {
  const t = useTranslations('auth.setUp')
  const { token, opened, problem } = useOpenedLink(openSetUp)
  return (
    <>
      <AuthHeading title={t('title')} lead={opened && t('lead')} />
      <div className="pt-4">
        {problem && <Notice>{problem}</Notice>}
        {opened && <SetUpForm key={token} token={token} />}
      </div>
    </>
  )
}
