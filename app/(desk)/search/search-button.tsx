'use client'
import { Search } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { BareButton } from '@/components/ui/buttons/bare-button'
import { classes } from '@/components/ui/classes'
import { useKeyCaps } from '@/components/ui/keyboard/use-key-caps'
import { useOpenSearch } from './search-context'

/** Opens the search; shows its key. @param isNarrow the form for a narrow screen, where only the icon has room */
export function SearchButton({ isNarrow = false }: { isNarrow?: boolean }) {
  const t = useTranslations('search')
  const open = useOpenSearch()
  const keys = useKeyCaps()('Control+K')
  return (
    <BareButton
      // Elsewhere its text names it.
      aria-label={isNarrow ? t('open') : undefined}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      title={`${t('open')} (${keys})`}
      onClick={open}
      className={classes(
        'shrink-0 items-center text-ink-2 hover:bg-shade hover:text-ink',
        isNarrow
          ? 'hidden h-10 justify-center max-[900px]:flex max-[640px]:ml-auto max-[640px]:h-full max-[640px]:w-11'
          : 'mb-2 flex h-7.5 gap-1.5 rounded-md border border-line-strong bg-bg px-2 max-[900px]:hidden',
      )}
    >
      <Search aria-hidden className="size-4 shrink-0" />
      {!isNarrow && (
        <>
          <span className="min-w-0 flex-1 truncate text-left">{t('open')}</span>
          <kbd aria-hidden className="font-sans text-2xs text-ink-3">
            {keys}
          </kbd>
        </>
      )}
    </BareButton>
  )
}
