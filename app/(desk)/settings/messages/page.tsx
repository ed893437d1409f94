import { Sections } from '@/app/(desk)/settings/sections'
import { Words } from '@/app/words'
import { PageBar } from '@/components/ui/layout/page-bar'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { listMessageRows, messageConnections } from '@/lib/desk/connections/api-messages'
import { getTranslations } from '@/lib/words/server'
import { MessagesScreen } from './messages-screen'

const t = getTranslations('explanations.messages')

export const generateMetadata = () => ({ title: t('title') })

interface Props {
  searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** Messages of the shipping APIs, and the explanations that operators write for them. */
export default async function Page({ searchParams }: Props) {
  const { role } = await requireOperator()
  const connections = await messageConnections()
  const { connection: requested } = await searchParams
  const chosen = connections.find(({ id }) => id === requested) ?? connections[0]
  return (
    <Words areas={['explanations.messages', 'failures', 'settings.sections', 'workbench.sheets']}>
      <PageBar title={t('title')} aside={t('lead')}>
        <Sections />
      </PageBar>
      {chosen ? (
        <MessagesScreen
          key={chosen.id}
          connections={connections}
          connectionId={chosen.id}
          rows={await listMessageRows(chosen.id)}
          mayEdit={isAtLeast(role, 'editor')}
        />
      ) : (
        <p className="max-w-160 p-3.5 text-ink-2">{t('noConnections')}</p>
      )}
    </Words>
  )
}
