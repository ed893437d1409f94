import Link from 'next/link'
import { notFound } from 'next/navigation'
import { Words } from '@/app/words'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { PageBar } from '@/components/ui/layout/page-bar'
import { requireOperator } from '@/lib/auth/session'
import { connectionName } from '@/lib/desk/connections/connections'
import { listRequirements } from '@/lib/desk/requirements/requirements'
import { listSuggestions } from '@/lib/desk/requirements/suggestions'
import { getTranslations } from '@/lib/words/server'
import { RequirementsScreen } from './requirements-screen'

const t = getTranslations('requirements')

export const generateMetadata = () => ({ title: t('title') })

/** What a connection requires of orders beyond its API. */
export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { role } = await requireOperator()
  const { id } = await params
  const name = await connectionName(id)
  if (name === undefined) notFound()
  return (
    <Words areas={['columns', 'failures', 'requirements', 'workbench.sheets']}>
      <PageBar title={t('titleOf', { connection: name })} aside={t('lead')}>
        <Link href="/connections" className={buttonClasses('quiet', 'small')}>
          {t('back')}
        </Link>
      </PageBar>
      <RequirementsScreen
        connection={{ id, name }}
        requirements={await listRequirements(id)}
        suggestions={await listSuggestions(id)}
        mayEdit={role === 'administrator'}
      />
    </Words>
  )
}
