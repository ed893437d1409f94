'use client'
import dynamic from 'next/dynamic'
import { useTranslations } from 'use-intl'
import type { BarsProps } from './bars'

// The library of charts is large, and only this page draws any: it is loaded once the page is shown. If it can't be
// loaded, the rest of the page works on, and the table has the figures.
const Bars = dynamic(
  () =>
    import('./bars').then(
      module => module.Bars,
      () => MissingBars,
    ),
  { ssr: false },
)

function MissingBars() {
  const t = useTranslations('home.figures')
  return <p className="flex h-full items-center justify-center text-sm text-ink-3">{t('missing')}</p>
}

/**
 * A bar chart in a box of a fixed height. Its data is in the table below it, which is what assistive technology reads.
 */
export function Chart({ name, height, ...bars }: { name: string; height: string } & BarsProps) {
  const t = useTranslations('home.figures')
  return (
    <div role="img" aria-label={t('chart', { name })} className={height}>
      <Bars {...bars} />
    </div>
  )
}
