import { ListFilter } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { Holder } from '@/lib/sheet/judge/status/other-drafts'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** Drafts that are listed; the rest are counted. */
const MAX_NAMED = 3

interface Props {
  /** Shows only these orders. */
  onFilter: () => void
}

/** Orders of the sheet whose numbers other drafts hold: how many, in which state, with links to those drafts. */
export function ElsewhereNotice({ onFilter }: Props) {
  const { workbook } = useWorkbench()
  const t = useWorkbenchTranslations()
  const tElsewhere = useTranslations('elsewhere')
  const count = workbook.count('elsewhere')
  if (count === 0) return null
  const places = placesOf(workbook)
  const more = places.length - MAX_NAMED
  return (
    <section aria-label={t('elsewhere.label')} className="px-3.5 py-2.5">
      <Notice>
        <p>{t('elsewhere.count', { count })}</p>
        <ul className="my-1">
          {places.slice(0, MAX_NAMED).map(({ holder, orders }) => (
            <li key={`${holder.path} ${holder.state}`} className="break-words">
              {tElsewhere.rich(`states.${holder.state}`, {
                count: orders,
                draft: holder.draft ?? tElsewhere('deleted'),
                link: name => (
                  <Link href={holder.path} prefetch={false} className="font-medium underline">
                    <bdi>{name}</bdi>
                  </Link>
                ),
              })}
            </li>
          ))}
          {more > 0 && <li className="text-ink-2">{tElsewhere('more', { count: more })}</li>}
        </ul>
        <p className="text-ink-2 text-xs">{t('elsewhere.how')}</p>
        <Button size="small" className="mt-1.5" onClick={onFilter}>
          <ListFilter aria-hidden />
          {t('elsewhere.show')}
        </Button>
      </Notice>
    </section>
  )
}

/** The drafts and states that hold numbers of the sheet; the one that holds most comes first. */
function placesOf(workbook: Workbook): { readonly holder: Holder; readonly orders: number }[] {
  const places = new Map<string, { holder: Holder; orders: number }>()
  for (const holder of workbook.serverFacts.heldNumbers.all()) {
    const orders = workbook.index.ordersWith(holder.number).length
    if (orders === 0) continue
    const key = `${holder.path} ${holder.state}`
    const known = places.get(key)
    if (known) known.orders += orders
    else places.set(key, { holder, orders })
  }
  return [...places.values()].sort((a, b) => b.orders - a.orders)
}
