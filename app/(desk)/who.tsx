'use client'
import { useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { eraseJournal } from '@/components/workbench/saving/journal/room'
import { signOut } from './actions'

/** The signed-in operator, and the button to sign out. */
export function Who({ email }: { email: string }) {
  const t = useTranslations('desk')
  const [isLeaving, startLeaving] = useTransition()
  const leave = () =>
    startLeaving(async () => {
      await signOut({})
      await eraseJournal()
      // A full page load: nothing of this operator stays in memory or in the browser.
      window.location.assign('/sign-in')
    })
  return (
    <div className="mt-auto flex flex-col items-start pt-4">
      <p className="w-full truncate px-2 pb-1 text-ink-3 text-xs" title={email}>
        {email}
      </p>
      <Button
        variant="quiet"
        size="small"
        className="-ml-0.5"
        onClick={leave}
        disabled={isLeaving}
        focusableWhenDisabled
      >
        {t('signOut')}
      </Button>
    </div>
  )
}
