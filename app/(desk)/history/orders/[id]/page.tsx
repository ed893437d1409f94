import Link from 'next/link'
import { notFound } from 'next/navigation'
import { DraftLink } from '@/app/(desk)/history/draft-link'
import { Erase } from '@/app/(desk)/history/erase'
import { Facts } from '@/app/(desk)/history/facts'
import { shopPlaces } from '@/app/(desk)/history/file-rows'
import { OrderTable } from '@/app/(desk)/history/order-table'
import { Place } from '@/app/(desk)/history/place'
import { Section } from '@/app/(desk)/history/section'
import { State } from '@/app/(desk)/history/state'
import { ReleaseNumber } from '@/app/(desk)/unknown/release-number'
import { buttonClasses } from '@/components/ui/button-classes'
import { Notice } from '@/components/ui/notice'
import { PageBar } from '@/components/ui/page-bar'
import { isAtLeast, mayReadEvidence } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { sources } from '@/lib/ledger/transitions'
import { database } from '@/lib/store/database'
import { generationsOf, lifeOf, listedOrders } from '@/lib/store/history-orders'
import { findOrders } from '@/lib/store/ledger'
import { words } from '@/lib/words/server'
import { Copy } from './copy'
import { Life } from './life'
import { Sent } from './sent'

const say = words('history.order')

/** States whose number an administrator may release for another registration. */
const mayRelease: ReadonlySet<string> = new Set(sources('release'))

export const metadata = { title: words('history')('titles.order') }

/** The whole life of one order: every step with its evidence, every registration of its number, what was sent. */
export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { role } = await requireOperator()
  const { id } = await params
  const { kysely } = await database()
  const [row] = await findOrders(kysely, [id])
  const [order] = row ? await listedOrders(kysely, [id]) : []
  if (!row || !order) notFound()
  const generations = await generationsOf(kysely, row)
  const lineIds: readonly string[] = JSON.parse(row.line_ids)
  const placeOf = await shopPlaces(kysely, order.draftId, lineIds)
  const title = say(row.scope === 'products' ? 'product' : 'title', { number: order.number })
  return (
    <>
      <PageBar title={title} aside={<State state={order.state} />}>
        <Link href={`/history/runs/${row.run_id}`} className={buttonClasses('quiet')}>
          {say('openRun')}
        </Link>
        {isAtLeast(role, 'administrator') && mayRelease.has(row.state) && (
          <ReleaseNumber id={id} number={order.number} />
        )}
        {isAtLeast(role, 'administrator') && row.scope === 'orders' && row.erased_at === null && (
          <Erase what={{ orderId: id, number: order.number }} />
        )}
      </PageBar>
      {row.erased_at !== null && (
        <div className="px-3.5 pt-3">
          <Notice>{say('erased', { date: row.erased_at.slice(0, 10) })}</Notice>
        </div>
      )}
      <Facts
        facts={[
          [say('orderId'), order.orderId !== null && <Copy key="" text={order.orderId} />],
          [say('where'), <Place key="" of={order} />],
          [say('draft'), <DraftLink key="" of={order} />],
          [
            say('hash'),
            <span key="" className="font-mono text-xs" title={row.sha256}>
              {row.sha256}
            </span>,
          ],
        ]}
      />
      <Section id="life" title={say('life')}>
        <Life events={await lifeOf(kysely, id)} label={say('life')} />
      </Section>
      {generations.length > 1 && (
        <Section id="generations" title={say('generations')}>
          <OrderTable orders={generations} label={say('generations')} />
        </Section>
      )}
      <Section id="sent" title={say('sent')}>
        {mayReadEvidence(role) ? (
          <Sent
            payload={row.payload}
            variant={row.variant}
            isErased={row.erased_at !== null}
            places={lineIds.map(line => placeOf(line, order.number))}
          />
        ) : (
          <div className="px-3.5 pb-4">
            <Notice>{say('evidenceHidden')}</Notice>
          </div>
        )}
      </Section>
    </>
  )
}
