import Link from 'next/link'
import { notFound } from 'next/navigation'
import { Blocks } from '@/app/(desk)/help/blocks'
import { Contents } from '@/app/(desk)/help/contents'
import { helpAddress, otherLanguage } from '@/app/(desk)/help/help-address'
import { ManualSearch } from '@/app/(desk)/help/manual-search'
import { Words } from '@/app/words'
import { PageBar } from '@/components/ui/layout/page-bar'
import { requireOperator } from '@/lib/auth/session'
import type { Chapter } from '@/lib/manual/chapter'
import { manualIn } from '@/lib/manual/manual'
import { isLanguage, languageNames, languages } from '@/lib/words/locale/languages'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('manual')

interface Props {
  params: Promise<{ chapter: string }>
  searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

export async function generateMetadata(props: Props) {
  const { chapter } = await read(props)
  return { title: chapter ? `${chapter.title} · ${t('title')}` : t('title') }
}

/** A chapter of the manual, in the operator's language or in the one of the address. */
export default async function Page(props: Props) {
  await requireOperator()
  const { chapters, chapter, other, language } = await read(props)
  if (!chapter) notFound()
  const at = chapters.indexOf(chapter)
  return (
    <Words areas={['manual']}>
      <PageBar
        title={<span lang={other}>{chapter.title}</span>}
        aside={
          <Link href="/help" prefetch={false} className="underline">
            {t('all')}
          </Link>
        }
      >
        {/* A navigation of its own in the bar would be taken for tabs. */}
        <div>
          <nav aria-label={t('languages')} className="flex gap-2.5">
            {languages
              .filter(each => each !== language)
              .map(each => (
                <Link
                  key={each}
                  href={helpAddress(chapter.id, '', each === requestLocale().language ? undefined : each)}
                  lang={each}
                  hrefLang={each}
                  prefetch={false}
                  className="text-ink-2 underline hover:text-ink"
                >
                  {languageNames[each]}
                </Link>
              ))}
          </nav>
        </div>
        <ManualSearch key={language} language={language} />
      </PageBar>
      <div lang={other} className="flex flex-1">
        <Contents chapters={chapters} current={chapter} language={other} />
        <div className="min-w-0 flex-1 border-line border-l px-6 pt-2 pb-16 max-[900px]:border-l-0 max-[900px]:px-3.5">
          <article className="max-w-[72ch] text-base leading-relaxed">
            <Blocks tokens={chapter.lead} language={other} />
            {chapter.sections.map(({ anchor, title, blocks }) => (
              <section key={anchor} aria-labelledby={anchor} className="pt-7">
                <h2 id={anchor} className="scroll-mt-4 font-semibold text-[16px]">
                  <a href={`#${anchor}`} className="rounded-sm hover:underline">
                    {title}
                  </a>
                </h2>
                <Blocks tokens={blocks} language={other} />
              </section>
            ))}
            <nav
              aria-label={t('chapters')}
              className="mt-10 flex justify-between gap-4 border-line border-t pt-3"
            >
              <Neighbour chapter={chapters[at - 1]} language={other} label={t('previous')} />
              <Neighbour chapter={chapters[at + 1]} language={other} label={t('next')} />
            </nav>
          </article>
        </div>
      </div>
    </Words>
  )
}

async function read({ params, searchParams }: Props) {
  const own = requestLocale().language
  const other = otherLanguage((await searchParams).language, own, isLanguage)
  const language = other ?? own
  const chapters = manualIn(language)
  const { chapter: requested } = await params
  return { chapters, chapter: chapters.find(({ id }) => id === requested), other, language }
}

interface NeighbourProps {
  chapter: Chapter | undefined
  language: Parameters<typeof helpAddress>[2]
  label: string
}

function Neighbour({ chapter, language, label }: NeighbourProps) {
  if (!chapter) return <span />
  return (
    <Link href={helpAddress(chapter.id, '', language)} prefetch={false} className="group flex flex-col">
      <span className="text-ink-3 text-xs">{label}</span>
      <span className="font-medium text-accent group-hover:underline">{chapter.title}</span>
    </Link>
  )
}
