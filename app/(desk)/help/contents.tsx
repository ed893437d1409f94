import Link from 'next/link'
import { classes } from '@/components/ui/classes'
import type { Chapter } from '@/lib/manual/chapter'
import type { Language } from '@/lib/words/locale/languages'
import { getTranslations } from '@/lib/words/server'
import { helpAddress } from './help-address'

const t = getTranslations('manual')

interface Props {
  chapters: readonly Chapter[]
  /** The chapter that is being read. */
  current: Chapter
  language: Language | undefined
}

/** The table of contents beside a chapter, with the sections of that chapter. */
export function Contents({ chapters, current, language }: Props) {
  return (
    <nav
      aria-label={t('contents')}
      className="sticky top-0 flex max-h-dvh w-52 shrink-0 flex-col gap-0.5 self-start overflow-y-auto px-2 py-4 max-[900px]:hidden"
    >
      {chapters.map(chapter => {
        const isHere = chapter === current
        return (
          <div key={chapter.id}>
            <Link
              href={helpAddress(chapter.id, '', language)}
              prefetch={false}
              aria-current={isHere ? 'page' : undefined}
              className={classes(
                'block rounded-md px-2 py-1',
                isHere ? 'bg-shade font-medium text-ink' : 'text-ink-2 hover:bg-shade hover:text-ink',
              )}
            >
              {chapter.title}
            </Link>
            {isHere && (
              <ul className="mt-1 mb-1.5 ml-3 flex flex-col border-line border-l">
                {chapter.sections.map(({ anchor, title }) => (
                  <li key={anchor}>
                    <a href={`#${anchor}`} className="block px-2.5 py-0.75 text-ink-2 text-xs hover:text-ink">
                      {title}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )
      })}
    </nav>
  )
}
