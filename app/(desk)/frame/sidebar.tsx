'use client'
import { Menu, X } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { BareButton } from '@/components/ui/buttons/bare-button'
import { classes } from '@/components/ui/classes'

/**
 * The desk's name, its navigation and who is there. Where a screen is narrow, or magnified, it gives its room to the
 * page and opens over it.
 * @param search what stays beside the page where the screen is narrow, too
 */
export function Sidebar({ search, children }: { search: ReactNode; children: ReactNode }) {
  const t = useTranslations('desk')
  const here = usePathname()
  // Following a link closes the sidebar.
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === here
  useEffect(() => {
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && setOpenAt(undefined)
    if (isOpen) window.addEventListener('keydown', closeOnEscape)
    return () => window.removeEventListener('keydown', closeOnEscape)
  }, [isOpen])
  const Icon = isOpen ? X : Menu
  return (
    <header className="relative flex print:hidden min-h-0 flex-col border-line border-r bg-panel max-[640px]:flex-row max-[640px]:items-stretch max-[640px]:border-r-0 max-[640px]:border-b">
      <BareButton
        aria-expanded={isOpen}
        aria-controls="desk-sidebar"
        aria-label={t('menu')}
        onClick={() => setOpenAt(isOpen ? undefined : here)}
        className="hidden h-12 shrink-0 place-items-center text-ink-2 hover:bg-shade max-[900px]:grid max-[640px]:h-full max-[640px]:w-11"
      >
        <Icon aria-hidden className="size-4" />
      </BareButton>
      {search}
      <div
        id="desk-sidebar"
        className={classes(
          'flex min-h-0 flex-1 flex-col overflow-y-auto px-2 py-3',
          'max-[900px]:absolute max-[900px]:top-12 max-[900px]:bottom-0 max-[900px]:left-0 max-[900px]:z-40',
          'max-[900px]:w-42 max-[900px]:border-line max-[900px]:border-y max-[900px]:border-r max-[900px]:bg-panel',
          // On a phone below the bar, as high as the rest of the screen.
          'max-[640px]:top-11 max-[640px]:bottom-auto max-[640px]:h-[calc(100dvh-44px)] max-[640px]:w-64',
          !isOpen && 'max-[900px]:hidden',
        )}
      >
        <p className="px-2 pt-0.5 pb-3 font-semibold text-[15px] tracking-tight">{t('name')}</p>
        {children}
      </div>
    </header>
  )
}
