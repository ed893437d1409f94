import { ListFilter } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { Holder } from '@/lib/sheet/elsewhere'
import type { Workbook } from '@/lib/sheet/workbook'
import { useSay } from './use-say'

/** Places that are named; the rest are counted. */
const NAMED = 3

interface Props {
  workbook: Workbook
  /** Shows these orders alone. */
  onFilter: () => void
}

/** Orders of the sheet whose numbers other drafts hold: how many, in which state, and the way there. */
export function ElsewhereNews({ workbook, onFilter }: Props) {
  const t = useSay()
  const say = useTranslations('elsewhere')
  const count = workbook.count('elsewhere')
  if (count === 0) return null
  const places = placesOf(workbook)
  const more = places.length - NAMED
  return (
    <section aria-label={t('elsewhere.label')} className="px-3.5 py-2.5">
      <Notice>
        <p>{t('elsewhere.count', { count })}</p>
        <ul className="my-1">
          {places.slice(0, NAMED).map(({ holder, orders }) => (
            <li key={`${holder.path} ${holder.state}`} className="flex min-w-0 gap-1">
              <span className="shrink-0">{say(`states.${holder.state}`, { count: orders })}</span>
              <Link href={holder.path} prefetch={false} className="min-w-0 truncate font-medium underline">
                <bdi>{holder.draft ?? say('deleted')}</bdi>
              </Link>
            </li>
          ))}
          {more > 0 && <li className="text-ink-2">{say('more', { count: more })}</li>}
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

/** Where the numbers of the sheet are held, the place that holds most of them first. */
function placesOf(workbook: Workbook): { readonly holder: Holder; readonly orders: number }[] {
  const places = new Map<string, { holder: Holder; orders: number }>()
  for (const holder of workbook.elsewhere.all()) {
    const orders = workbook.index.bearersOf(holder.number).length
    if (orders === 0) continue
    const key = `${holder.path} ${holder.state}`
    const known = places.get(key)
    if (known) known.orders += orders
    else places.set(key, { holder, orders })
  }
  return [...places.values()].sort((a, b) => b.orders - a.orders)
}
