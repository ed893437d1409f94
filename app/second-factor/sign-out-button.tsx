'use client'
import { useTranslations } from 'use-intl'
import { useSignOut } from '@/app/(desk)/frame/use-sign-out'
import { Button } from '@/components/ui/buttons/button'

/** Leaves the page without adding a second factor. */
export function SignOutButton() {
  const t = useTranslations('secondFactor')
  const [leave, isLeaving] = useSignOut()
  return (
    <Button disabled={isLeaving} focusableWhenDisabled onClick={leave}>
      {t('signOut')}
    </Button>
  )
}
