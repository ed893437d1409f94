import type { useTranslations } from 'use-intl'
import { type ShopState, shopStates } from '@/lib/intake/recipe'
import { type SetAside, staysOut } from '@/lib/intake/set-aside'

type Translate = ReturnType<typeof useTranslations<'intake.desk'>>

/** Why something is out, or, of what is in the sheet, why it may not belong there. */
export type AsideWhy = ShopState | 'there' | 'claimThere'

/** Why what is in the sheet may not belong there. */
export const whyThere = (means: ShopState): AsideWhy => (means === 'claim' ? 'claimThere' : 'there')

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
  const said = shopStates.map(means => asideSaid(t, of(means), staysOut(means) ? means : whyThere(means)))
  return said.filter(one => one !== '').join('; ')
}
