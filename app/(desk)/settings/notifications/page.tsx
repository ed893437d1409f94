import { Sections } from '@/app/(desk)/settings/sections'
import { Words } from '@/app/words'
import { Notice } from '@/components/ui/feedback/notice'
import { PageBar } from '@/components/ui/layout/page-bar'
import { requireOperator } from '@/lib/auth/session'
import {
  deliveryViews,
  mailFrom,
  sendsNotifications,
  webhookViews,
} from '@/lib/desk/notifications/subscriptions'
import { getTranslations } from '@/lib/words/server'
import { NotificationsScreen } from './notifications-screen'

const t = getTranslations('notifications')

export const generateMetadata = () => ({ title: t('title') })

/** Webhooks and the log of everything that was sent. */
export default async function Page() {
  const { role } = await requireOperator()
  const mayManage = role === 'administrator'
  return (
    <Words areas={['notifications', 'failures', 'settings.sections']}>
      <PageBar title={t('title')}>
        <Sections />
      </PageBar>
      {mayManage ? (
        <NotificationsScreen
          webhooks={await webhookViews()}
          deliveries={await deliveryViews()}
          mailFrom={mailFrom()}
          isOff={!sendsNotifications()}
        />
      ) : (
        <div className="max-w-140 p-3.5">
          <Notice>{t('administratorsOnly')}</Notice>
        </div>
      )}
    </Words>
  )
}
