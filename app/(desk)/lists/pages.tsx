import Link from 'next/link'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('pages')

interface Props {
  path: string
  /** What selects the list in the address, with its sorting. */
  query: URLSearchParams
  /** From 1. */
  page: number
  size: number
  count: number
  /** The texts of the links. */
  words: { previous: string; next: string }
}

/** The shown part of a long list, with links to the pages around it. Renders nothing if the list fits on one page. */
export function Pages({ path, query, page, size, count, words }: Props) {
  if (count <= size) return null
  const last = Math.ceil(count / size)
  const link = (to: number, word: string) => (
    <Link
      href={`${path}?${new URLSearchParams([...query, ['page', String(to)]])}`}
      className={buttonClasses('plain', 'small')}
    >
      {word}
    </Link>
  )
  const from = (page - 1) * size + 1
  return (
    <nav aria-label={t('label')} className="flex items-center gap-2 px-3.5 py-2.5 text-ink-2">
      {page > 1 && link(Math.min(page - 1, last), words.previous)}
      {page <= last && t('part', { from, to: Math.min(from + size - 1, count), count })}
      {page < last && link(page + 1, words.next)}
    </nav>
  )
}
