import Link from 'next/link'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { Notice } from '@/components/ui/feedback/notice'
import { searchOrders } from '@/lib/desk/history/orders'
import { withQuery } from '@/lib/desk-api/runs/page-query'
import { getTranslations } from '@/lib/words/server'
import { OrderTable } from './order-table'
import { Paging } from './paging'

const t = getTranslations('history.search')

/** Orders of one page. */
const PAGE_SIZE = 50

/** The results of a search. @param from the position from which recipients are searched next */
export async function FoundOrders({ text, from }: { text: string; from: number | undefined }) {
  const { orders, next, hasMoreNumbers, areAllNamesRead } = await searchOrders(text, PAGE_SIZE, from)
  const label = t('found', {
    count: orders.length,
    text,
    isAll: next === undefined && from === undefined && !hasMoreNumbers ? 'yes' : 'no',
  })
  return (
    <>
      <div className="flex h-10 shrink-0 items-center gap-2.5 border-line border-b px-3.5 text-ink-2">
        <p role="status" className="min-w-0 truncate">
          {label}
        </p>
        {hasMoreNumbers && <span className="text-ink-3">{t('moreNumbers')}</span>}
        <Link href="/history" className={`${buttonClasses('quiet', 'small')} ml-auto`}>
          {t('clear')}
        </Link>
      </div>
      {!areAllNamesRead && (
        <div className="px-3.5 pt-3">
          <Notice>{t('reading')}</Notice>
        </div>
      )}
      {orders.length > 0 ? (
        <OrderTable orders={orders} label={label} />
      ) : (
        <p className="p-3.5 text-ink-2">{t('none')}</p>
      )}
      <Paging
        links={[
          [
            t('more'),
            next !== undefined ? withQuery('/history', { q: text }, { after: String(next) }) : undefined,
          ],
        ]}
      />
    </>
  )
}
