import { Words } from '@/app/words'
import { PageBar } from '@/components/ui/layout/page-bar'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { listConnections } from '@/lib/desk/connections/connections'
import { getTranslations } from '@/lib/words/server'
import { ConnectionsScreen } from './connections-screen'

const t = getTranslations('connections')

export const generateMetadata = () => ({ title: t('title') })

export default async function Page() {
  const { role } = await requireOperator()
  return (
    <Words areas={['connections', 'rehearsal', 'failures']}>
      <PageBar title={t('title')} aside={t('lead')} />
      <ConnectionsScreen
        connections={await listConnections()}
        mayEdit={role === 'administrator'}
        mayTest={isAtLeast(role, 'registrar')}
      />
    </Words>
  )
}
