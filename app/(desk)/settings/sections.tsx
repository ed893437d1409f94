'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { LinkLabel } from '@/app/(desk)/link-label'
import { tabClasses } from '@/app/(desk)/lists/tab-classes'

/**
 * The pages of the settings, each with the word under `settings.sections`: first what every operator needs, then what
 * is set for all, last what programs need.
 */
export const sections = [
  { path: '/settings/account', word: 'account' },
  { path: '/settings/team', word: 'team' },
  { path: '/settings/presets', word: 'presets' },
  { path: '/settings/products', word: 'products' },
  { path: '/settings/recipes', word: 'recipes' },
  { path: '/settings/rules', word: 'rules' },
  { path: '/settings/fields', word: 'fields' },
  { path: '/settings/messages', word: 'messages' },
  { path: '/settings/retention', word: 'retention' },
  { path: '/settings/notifications', word: 'notifications' },
  { path: '/settings/keys', word: 'keys' },
  { path: '/settings', word: 'clients' },
  { path: '/settings/about', word: 'about' },
] as const

/** Links between the pages of the settings. */
export function Sections() {
  const t = useTranslations('settings.sections')
  const here = usePathname()
  return (
    <nav aria-label={t('label')} className="flex flex-wrap gap-0.5 text-ink-2">
      {sections.map(({ path, word }) => (
        <Link
          key={path}
          href={path}
          aria-current={here === path ? 'page' : undefined}
          className={tabClasses(here === path)}
        >
          <LinkLabel>{t(word)}</LinkLabel>
        </Link>
      ))}
    </nav>
  )
}
