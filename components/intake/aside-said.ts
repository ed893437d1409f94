import type { useTranslations } from 'use-intl'
import type { SetAside } from '@/lib/intake/set-aside'

type Translate = ReturnType<typeof useTranslations<'intake.desk'>>

/** What a file left out because the shop does not want it shipped any more, as a sentence for each reason; '' of nothing. */
export function asideSaid(t: Translate, aside: readonly SetAside[]): string {
  const count = (means: SetAside['means'], isWhole: boolean) =>
    aside.filter(one => one.means === means && one.isWhole === isWhole).length
  return (['cancelled', 'shipped'] as const)
    .flatMap(means => {
      const [orders, parts] = [count(means, true), count(means, false)]
      return [
        ...(orders > 0 ? [t(`aside.orders.${means}`, { count: orders })] : []),
        ...(parts > 0 ? [t(`aside.parts.${means}`, { count: parts })] : []),
      ]
    })
    .join('; ')
}
