import type { ReactNode } from 'react'
import { getTranslations } from '@/lib/words/server'

type Props = {
  id: string
  title: string
  /** Content beside the title, for example a path. */
  aside?: ReactNode
  level?: 2 | 3
  children: ReactNode
}

/** A part of the page with an anchor: its heading links to itself. */
export function Section({ id, title, aside, level = 2, children }: Props) {
  const Heading = `h${level}` as const
  return (
    <section aria-labelledby={id} className={level === 2 ? 'border-line border-t pt-5 pb-7' : 'pt-6'}>
      <Heading
        id={id}
        className="flex scroll-mt-4 flex-wrap items-baseline gap-x-2.5 font-semibold text-base"
      >
        <a
          href={`#${id}`}
          className="rounded-sm hover:underline"
          aria-label={getTranslations('apiPage')('link', { title })}
        >
          {title}
        </a>
        {aside !== undefined && <span className="font-normal text-ink-2 text-sm">{aside}</span>}
      </Heading>
      {children}
    </section>
  )
}
