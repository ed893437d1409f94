import { ExternalLink } from 'lucide-react'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { DraftLink } from '@/app/(desk)/history/draft-link'
import { Facts } from '@/app/(desk)/history/facts'
import { OrderTable } from '@/app/(desk)/history/lists/order-table'
import { RequestTarget } from '@/app/(desk)/history/request-target'
import { Section } from '@/app/(desk)/history/section'
import { State } from '@/app/(desk)/history/state'
import { TechnicalFacts } from '@/app/(desk)/history/technical-facts'
import { Words } from '@/app/words'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { Notice } from '@/components/ui/feedback/notice'
import { PageBar } from '@/components/ui/layout/page-bar'
import { isAtLeast, mayReadEvidence } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { orderDetails } from '@/lib/desk/history/orders'
import { getTranslations } from '@/lib/words/server'
import { requestTime } from '@/lib/words/time/request-time'
import { CopyableId } from './copyable-id'
import { OrderMenu } from './order-menu'
import { SentFields } from './sent-fields'
import { Timeline } from './timeline'

const t = getTranslations('history.order')

export const generateMetadata = () => ({ title: getTranslations('history')('titles.order') })

/** The whole history of one order: every step with its evidence, every registration of its number, the sent body. */
export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { role } = await requireOperator()
  const { id } = await params
  const details = await orderDetails(id)
  if (!details) notFound()
  const { order, events, generations } = details
  const record = details.sheet.recordType
  const isAdministrator = isAtLeast(role, 'administrator')
  const canRelease = isAdministrator && details.isReleasable
  const canErase = isAdministrator && order.scope === 'orders' && order.erasedAt === null
  const title = t(order.scope === 'products' ? 'product' : 'title', { number: order.number })
  return (
    <Words areas={['history', 'unknown.release']}>
      <PageBar title={title} aside={<State state={order.state} />}>
        {details.consolePage !== undefined && (
          <a
            href={details.consolePage}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClasses('quiet')}
          >
            {t('consolePage')}
            <ExternalLink aria-hidden />
          </a>
        )}
        <Link href={`/history/runs/${details.runId}`} className={buttonClasses('quiet')}>
          {t('openRun')}
        </Link>
        {(canRelease || canErase) && (
          <OrderMenu
            id={id}
            number={order.number}
            isProduct={order.scope === 'products'}
            canRelease={canRelease}
            canErase={canErase}
          />
        )}
      </PageBar>
      {order.erasedAt !== null && (
        <div className="px-3.5 pt-3">
          <Notice>{t('erased', { date: requestTime(order.erasedAt, 'day') })}</Notice>
        </div>
      )}
      <Facts
        facts={[
          [t('orderId'), order.orderId !== null && <CopyableId key="" text={order.orderId} />],
          [t('connection'), <RequestTarget key="" of={order} />],
          [t('draft'), <DraftLink key="" of={order} line={details.firstLine} />],
        ]}
      />
      <TechnicalFacts
        label={getTranslations('history')('technical')}
        facts={[
          [
            t('hash'),
            <span key="" className="font-mono text-xs" title={details.sha256}>
              {details.sha256}
            </span>,
          ],
        ]}
      />
      <Section id="life" title={t('life')}>
        <Timeline events={events} label={t('life')} record={record} />
      </Section>
      {generations.length > 1 && (
        <Section id="generations" title={t('generations', { record })}>
          <OrderTable orders={generations} label={t('generations', { record })} record={record} />
        </Section>
      )}
      <Section id="sent" title={t('sent')}>
        {mayReadEvidence(role) ? (
          <SentFields
            payload={details.payload}
            sheet={details.sheet}
            isErased={order.erasedAt !== null}
            places={details.places}
          />
        ) : (
          <div className="px-3.5 pb-4">
            <Notice>{t('evidenceHidden')}</Notice>
          </div>
        )}
      </Section>
    </Words>
  )
}
