import Link from 'next/link'
import { redirect } from 'next/navigation'
import { Words } from '@/app/words'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { PageBar } from '@/components/ui/layout/page-bar'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { pasteTargets } from '@/lib/desk/unconfirmed/unconfirmed-page'
import { readKey } from '@/lib/desk-api/runs/unconfirmed-key'
import { getTranslations } from '@/lib/words/server'
import { PasteScreen } from './paste-screen'

const t = getTranslations('unknown.paste')

export const generateMetadata = () => ({ title: t('title') })

interface Props {
  searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** Resolves many orders at once, by a list from the shipping company's console. */
export default async function Page({ searchParams }: Props) {
  const { role } = await requireOperator()
  if (!isAtLeast(role, 'registrar')) redirect('/unknown')
  const offered = await pasteTargets(readKey((await searchParams).request))
  return (
    <Words areas={['history.states', 'unknown.paste']}>
      <PageBar title={t('title')} aside={t('lead')}>
        <Link href="/unknown" className={buttonClasses('quiet')}>
          {t('back')}
        </Link>
      </PageBar>
      {offered.length === 0 ? (
        <p className="max-w-160 p-3.5 text-ink-2">{getTranslations('unknown')('empty')}</p>
      ) : (
        <PasteScreen places={offered} />
      )}
    </Words>
  )
}
