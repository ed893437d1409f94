import Link from 'next/link'
import type { Description } from '@/lib/contract/openapi'
import { words } from '@/lib/words/server'

const say = words('apiPage')

/** The parts of the page, at its left where there is room. */
export function Contents({ description }: { description: Description }) {
  const operations = Object.values(description.paths).map(({ post }) => ({
    id: post.operationId,
    title: post.summary,
  }))
  const parts = [
    { id: 'about', title: say('about') },
    { id: 'authentication', title: say('authentication.title') },
    { id: 'idempotency-key', title: 'Idempotency-Key' },
    ...operations,
    { id: 'results', title: say('results.title') },
    { id: 'problems', title: say('problems.title') },
  ]
  return (
    <nav
      aria-label={say('contents')}
      className="flex flex-col pt-5 md:sticky md:top-0 md:h-dvh md:overflow-y-auto md:border-line md:border-r"
    >
      <Link href="/" className="pb-3 font-semibold text-[15px] tracking-tight">
        {words('desk')('name')}
      </Link>
      {parts.map(({ id, title }) => (
        <a key={id} href={`#${id}`} className="rounded-md py-1 pr-2 text-ink-2 hover:text-ink">
          {title}
        </a>
      ))}
    </nav>
  )
}
