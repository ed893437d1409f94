import { Words } from '@/app/words'
import { Notice } from '@/components/ui/feedback/notice'
import { PageBar } from '@/components/ui/layout/page-bar'
import { requireOperator } from '@/lib/auth/session'
import { listClients } from '@/lib/desk/programs/clients'
import { getTranslations } from '@/lib/words/server'
import { ClientsScreen } from './clients-screen'
import { Sections } from './sections'

const t = getTranslations('settings')

export const generateMetadata = () => ({ title: t('title') })

export default async function Page() {
  const { role } = await requireOperator()
  const mayManage = role === 'administrator'
  const now = new Date()
  return (
    <Words areas={['settings', 'failures']}>
      <PageBar title={t('title')} aside={mayManage ? t('lead') : undefined}>
        <Sections />
      </PageBar>
      {mayManage ? (
        <ClientsScreen clients={await listClients(now)} now={now.toISOString()} />
      ) : (
        <div className="max-w-140 p-3.5">
          <Notice>{t('administratorsOnly')}</Notice>
        </div>
      )}
    </Words>
  )
}
