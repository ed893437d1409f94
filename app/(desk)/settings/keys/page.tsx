import { Sections } from '@/app/(desk)/settings/sections'
import { Words } from '@/app/words'
import { Notice } from '@/components/ui/feedback/notice'
import { PageBar } from '@/components/ui/layout/page-bar'
import { requireOperator } from '@/lib/auth/session'
import { listDeskKeys } from '@/lib/desk/programs/desk-keys'
import { getTranslations } from '@/lib/words/server'
import { KeysScreen } from './keys-screen'

const t = getTranslations('deskKeys')

export const generateMetadata = () => ({ title: t('title') })

/** The keys with which programs send files and register orders. */
export default async function Page() {
  const { role } = await requireOperator()
  const mayManage = role === 'administrator'
  return (
    <Words areas={['deskKeys', 'failures', 'settings']}>
      <PageBar title={t('title')} aside={mayManage ? t('lead') : undefined}>
        <Sections />
      </PageBar>
      {mayManage ? (
        <KeysScreen keys={await listDeskKeys(new Date())} />
      ) : (
        <div className="max-w-140 p-3.5">
          <Notice>{t('administratorsOnly')}</Notice>
        </div>
      )}
    </Words>
  )
}
