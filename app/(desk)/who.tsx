'use client'
import Link from 'next/link'
import { useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { eraseJournal } from '@/components/workbench/saving/journal/room'
import { signOut } from './actions'

interface Props {
  email: string
  /** Empty for an operator who has not said it. */
  name: string
}

/** Who is signed in, the way to their account, and the way out. */
export function Who({ email, name }: Props) {
  const t = useTranslations('desk')
  const [isLeaving, startLeaving] = useTransition()
  const leave = () =>
    startLeaving(async () => {
      await signOut({})
      await eraseJournal()
      // A whole new page: nothing of this operator stays in memory, and nothing in the browser.
      window.location.assign('/sign-in')
    })
  return (
    <div className="mt-auto flex flex-col items-start pt-4">
      <Link
        href="/settings/account"
        title={email}
        className="w-full rounded-md px-2 py-1 text-ink-2 text-xs hover:bg-shade hover:text-ink"
      >
        {/* The first word is the name of the link, whoever is signed in. */}
        <span className="block truncate font-medium">{name === '' ? t('account') : name}</span>
        <span className="block truncate text-ink-3">{email}</span>
      </Link>
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
