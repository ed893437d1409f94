import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import type { Description } from '@/lib/contract/openapi/openapi'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('apiPage')

interface Props {
  description: Description
  /** Whether the navigation of the desk is beside it; otherwise it has a link to the desk. */
  isInDesk: boolean
}

/** The table of contents, at the left of the page where there is room. */
export function Contents({ description, isInDesk }: Props) {
  const operations = Object.values(description.paths).map(({ post }) => ({
    id: post.operationId,
    title: post.summary,
  }))
  const parts = [
    { id: 'about', title: t('about') },
    { id: 'authentication', title: t('authentication.title') },
    { id: 'idempotency-key', title: 'Idempotency-Key' },
    ...operations,
    { id: 'results', title: t('results.title') },
    { id: 'problems', title: t('problems.title') },
  ]
  return (
    <nav
      aria-label={t('contents')}
      className="flex flex-col pt-5 md:sticky md:top-0 md:h-dvh md:overflow-y-auto md:border-line md:border-r"
    >
      {!isInDesk && (
        <>
          <p className="font-semibold text-[15px] tracking-tight">{getTranslations('desk')('name')}</p>
          <Link href="/" className="flex items-center gap-1 pt-1 pb-3 text-ink-2 hover:text-ink">
            <ArrowLeft aria-hidden className="size-3.5 shrink-0" />
            {t('desk')}
          </Link>
        </>
      )}
      {parts.map(({ id, title }) => (
        <a key={id} href={`#${id}`} className="rounded-md py-1 pr-2 text-ink-2 hover:text-ink">
          {title}
        </a>
      ))}
    </nav>
  )
}
