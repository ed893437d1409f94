import Link from 'next/link'
import { buttonClasses } from '@/components/ui/button-classes'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('fill.master')

interface Props {
  text: string
  /** The sorting as in the address; '': the default. */
  sort: string
  /** From 1. */
  page: number
  size: number
  count: number
}

/** The shown part of a long list, with links to its neighbours. Nothing if the whole list is shown. */
export function Pages({ text, sort, page, size, count }: Props) {
  if (count <= size) return null
  const last = Math.ceil(count / size)
  const link = (to: number, word: 'previous' | 'next') => (
    <Link
      href={`/settings/products?${new URLSearchParams({ ...(text && { q: text }), ...(sort && { sort }), page: String(to) })}`}
      className={buttonClasses('plain', 'small')}
    >
      {t(word)}
    </Link>
  )
  const from = (page - 1) * size + 1
  return (
    <nav aria-label={t('pages')} className="flex items-center gap-2 px-3.5 py-2.5 text-ink-2">
      {page > 1 && link(Math.min(page - 1, last), 'previous')}
      {page <= last && t('pageOf', { from, to: Math.min(from + size - 1, count), count })}
      {page < last && link(page + 1, 'next')}
    </nav>
  )
}
