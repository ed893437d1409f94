'use client'
import { ChevronsUpDown } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { BareButton } from '@/components/ui/buttons/bare-button'
import { Menu } from '@/components/ui/overlay/menu'
import { useSignOut } from './use-sign-out'

interface Props {
  email: string
  /** '' for an operator who has not entered one. */
  name: string
}

/** Shows who is signed in, and opens the menu with their account, language, shortcuts and sign-out. */
export function AccountMenu({ email, name }: Props) {
  const t = useTranslations('desk')
  const router = useRouter()
  const [leave, isLeaving] = useSignOut()
  return (
    <div className="mt-auto pt-4">
      <Menu
        trigger={
          <BareButton
            title={email}
            className="flex min-h-10 w-full items-center gap-1 rounded-md px-2 py-1 text-left text-ink-2 text-xs hover:bg-shade hover:text-ink data-popup-open:bg-shade"
          >
            <span className="min-w-0 flex-1">
              <span className={name === '' ? 'block truncate font-medium' : 'sr-only'}>{t('account')} </span>
              {name !== '' && <span className="block truncate font-medium">{name}</span>}
              <span className="block truncate text-ink-3">{email}</span>
            </span>
            <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-3" />
          </BareButton>
        }
        acts={[
          { id: 'account', label: t('account'), onSelect: () => router.push('/settings/account') },
          { id: 'language', label: t('languages'), onSelect: () => router.push('/settings/account#locale') },
          { id: 'shortcuts', label: t('shortcuts'), onSelect: () => router.push('/shortcuts') },
          { id: 'signOut', label: t('signOut'), onSelect: leave, disabled: isLeaving },
        ]}
      />
    </div>
  )
}
