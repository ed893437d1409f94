import type { useTranslations } from 'use-intl'
import type { SetAside } from '@/lib/intake/set-aside'

type Translate = ReturnType<typeof useTranslations<'intake.desk'>>

/** Why something is out, or, of what is in the sheet, why it may not belong there. */
export type AsideWhy = 'cancelled' | 'shipped' | 'there'

/** How many orders, and items of orders, are meant, and why; '' of none. */
export function asideSaid(t: Translate, aside: readonly SetAside[], why: AsideWhy): string {
  const parts = aside.filter(({ isWhole }) => !isWhole).length
  const orders = aside.length - parts
  return [
    ...(orders > 0 ? [t(`aside.orders.${why}`, { count: orders })] : []),
    ...(parts > 0 ? [t(`aside.parts.${why}`, { count: parts })] : []),
  ].join('; ')
}

/** What a file that just came in left out, or brought and the shop has as shipped; '' of neither. */
export function asideOnArrival(t: Translate, aside: readonly SetAside[]): string {
  const of = (means: SetAside['means']) => aside.filter(one => one.means === means)
  const said = [asideSaid(t, of('cancelled'), 'cancelled'), asideSaid(t, of('shipped'), 'there')]
  return said.filter(one => one !== '').join('; ')
}
