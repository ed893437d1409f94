'use client'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { useSignOut } from './use-sign-out'

interface Props {
  email: string
  /** Empty for an operator who has not said it. */
  name: string
}

/** Who is signed in, the way to their account, and the way out. */
export function Who({ email, name }: Props) {
  const t = useTranslations('desk')
  const [leave, isLeaving] = useSignOut()
  return (
    <div className="mt-auto flex flex-col items-start pt-4">
      <Link
        href="/settings/account"
        title={email}
        className="w-full rounded-md px-2 py-1 text-ink-2 text-xs hover:bg-shade hover:text-ink"
      >
        {/* The link begins with the operator's name, or with “Your account” where the operator has none. */}
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
