import Link from 'next/link'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('history')

/** Links to the previous and next page of a list, where they exist. */
export function Paging({ links }: { links: readonly (readonly [word: string, href: string | undefined])[] }) {
  const shown = links.flatMap(([word, href]) => (href === undefined ? [] : [{ word, href }]))
  if (shown.length === 0) return null
  return (
    <nav aria-label={t('pages')} className="flex items-center gap-2 px-3.5 py-2.5">
      {shown.map(({ word, href }) => (
        <Link key={word} href={href} prefetch={false} className={buttonClasses('plain', 'small')}>
          {word}
        </Link>
      ))}
    </nav>
  )
}
