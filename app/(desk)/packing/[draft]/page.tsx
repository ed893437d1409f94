import Link from 'next/link'
import { notFound } from 'next/navigation'
import { Section } from '@/app/(desk)/history/section'
import { tabClasses } from '@/app/(desk)/lists/tab-classes'
import { Words } from '@/app/words'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { classes } from '@/components/ui/classes'
import { Notice } from '@/components/ui/feedback/notice'
import { PageBar } from '@/components/ui/layout/page-bar'
import { Count } from '@/components/ui/text/count'
import { requireOperator } from '@/lib/auth/session'
import { MAX_PACKED_ROWS, packingList } from '@/lib/desk/drafts/packing-list'
import { getTranslations } from '@/lib/words/server'
import { PackedItems, PackedOrders } from './lists'
import { PrintButton } from './print-button'

const t = getTranslations('packing')

export const generateMetadata = () => ({ title: t('title') })

interface Props {
  params: Promise<{ draft: string }>
  searchParams: Promise<{ orders?: string | string[] }>
}

const choices = ['registered', 'all'] as const

/** What to pack for the orders of a draft, to be printed. `?orders=all` lists those that are not registered, too. */
export default async function Page({ params, searchParams }: Props) {
  await requireOperator()
  const [{ draft }, query] = await Promise.all([params, searchParams])
  const list = await packingList(
    draft,
    choices.find(choice => choice === query.orders),
  )
  if (!list) notFound()
  const chosen = list.onlyRegistered ? 'registered' : 'all'
  return (
    <Words areas={['packing']}>
      <PageBar title={t('title')} aside={list.name}>
        <Link href={`/${list.sheet}/${draft}`} className={classes(buttonClasses(), 'print:hidden')}>
          {t('back')}
        </Link>
        <PrintButton />
      </PageBar>
      <nav
        aria-label={t('choice')}
        className="flex h-10 max-[640px]:h-11 shrink-0 items-center gap-1 border-line border-b px-2.5 text-ink-2 print:hidden"
      >
        {choices.map(choice => (
          <Link
            key={choice}
            href={`/packing/${draft}?orders=${choice}`}
            aria-current={choice === chosen ? 'page' : undefined}
            className={tabClasses(choice === chosen)}
          >
            {t(choice)}{' '}
            <span className="text-ink-3">
              <Count of={list.counts[choice]} />
            </span>
          </Link>
        ))}
      </nav>
      {list.isCut && (
        <div className="p-3.5">
          <Notice>{t('cut', { count: MAX_PACKED_ROWS })}</Notice>
        </div>
      )}
      {list.orders.length === 0 ? (
        <p className="p-3.5 text-ink-2">{t('empty', { orders: chosen })}</p>
      ) : (
        <>
          <Section id="items" title={t('items')}>
            <PackedItems items={list.items} />
          </Section>
          <Section id="orders" title={t('orders')}>
            <PackedOrders orders={list.orders} />
          </Section>
        </>
      )}
    </Words>
  )
}
