'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { useSignOut } from './use-sign-out'

/** Who is signed in, and the way out. */
export function Who({ email }: { email: string }) {
  const t = useTranslations('desk')
  const [leave, isLeaving] = useSignOut()
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
