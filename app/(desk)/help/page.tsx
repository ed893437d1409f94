import Link from 'next/link'
import { Words } from '@/app/words'
import { PageBar } from '@/components/ui/layout/page-bar'
import { requireOperator } from '@/lib/auth/session'
import { manualIn } from '@/lib/manual/manual'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { getTranslations } from '@/lib/words/server'
import { helpAddress } from './help-address'
import { ManualSearch } from './manual-search'

const t = getTranslations('manual')

export const generateMetadata = () => ({ title: t('title') })

/** The manual: all chapters with what they are about. */
export default async function Page() {
  await requireOperator()
  const { language } = requestLocale()
  return (
    <Words areas={['manual']}>
      <PageBar title={t('title')}>
        <ManualSearch language={language} />
      </PageBar>
      <ul className="grid max-w-280 grid-cols-[repeat(auto-fill,minmax(300px,1fr))] gap-x-8 px-3.5 py-2">
        {manualIn(language).map(({ id, title, leadText, sections }) => (
          <li key={id} className="py-3.5">
            <h2 className="font-semibold text-base">
              <Link
                href={helpAddress(id, '', undefined)}
                prefetch={false}
                className="text-accent hover:underline"
              >
                {title}
              </Link>
            </h2>
            <p className="pt-0.5 text-ink-2">{leadText}</p>
            <ul className="flex flex-col pt-1.5">
              {sections.map(section => (
                <li key={section.anchor}>
                  <Link
                    href={helpAddress(id, section.anchor, undefined)}
                    prefetch={false}
                    className="block py-0.5 hover:underline"
                  >
                    {section.title}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Words>
  )
}
