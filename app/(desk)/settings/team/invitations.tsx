'use client'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '@/app/(desk)/use-action'
import { useFocusLeft } from '@/app/(desk)/use-focus-left'
import { Button } from '@/components/ui/buttons/button'
import { useToast } from '@/components/ui/feedback/toast'
import { useTimeText } from '@/components/ui/text/time'
import type { InvitationView } from '@/lib/desk-api/people/team'
import { utcText } from '@/lib/words/time/time-text'
import { withdrawInvitation } from './actions'

/** Issued links that are not used yet. */
export function Invitations({ invitations }: { invitations: readonly InvitationView[] }) {
  return invitations.length > 0 && <List invitations={invitations} />
}

function List({ invitations }: { invitations: readonly InvitationView[] }) {
  const t = useTranslations('team')
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusLeft()
  return (
    <section aria-labelledby="invitations" className="px-3.5 py-3">
      <h2
        id="invitations"
        ref={heading}
        tabIndex={-1}
        className="pb-1.5 font-semibold text-base outline-none"
      >
        {t('invitations')}
      </h2>
      <ul>
        {invitations.map(invitation => (
          <Open
            key={invitation.id}
            of={invitation}
            onWithdrawn={() => heading.current?.focus({ preventScroll: true })}
          />
        ))}
      </ul>
    </section>
  )
}

interface OpenProps {
  of: InvitationView
  /** Moves the focus on: the pressed button is gone. */
  onWithdrawn: () => void
}

function Open({ of: { id, email, role, operatorId, expiresAt }, onWithdrawn }: OpenProps) {
  const t = useTranslations('team')
  const time = useTimeText()
  const { announce } = useToast()
  const [isBusy, start] = useAction()
  const take = () =>
    start(async () => {
      const outcome = await withdrawInvitation({ id })
      announce(outcome.ok ? t('announced.withdrawn', { email }) : outcome.problem.message)
      if (outcome.ok) onWithdrawn()
    })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line-soft border-b py-1.5">
      {/* On a phone in a line of its own: the address is what the link is for. */}
      <span className="min-w-0 flex-1 wrap-anywhere max-[640px]:basis-full">{email}</span>
      <span className="text-ink-2">{operatorId === null ? t(`roles.${role}`) : t('password')}</span>
      <span title={utcText(expiresAt)} className="text-ink-3 text-xs">
        {t('until', { date: time(expiresAt, 'minute') })}
      </span>
      <Button
        variant="quiet"
        size="small"
        disabled={isBusy}
        focusableWhenDisabled
        aria-label={t('withdrawWhose', { email })}
        onClick={take}
      >
        {t('withdraw')}
      </Button>
    </li>
  )
}
