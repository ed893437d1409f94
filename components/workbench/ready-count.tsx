import { useTranslations } from 'use-intl'
import { Aside } from '@/components/ui/aside'
import type { Readiness } from './readiness'

interface Props extends Readiness {
  /** Orders of the sheet: no count is longer. */
  readonly orders: number
  /** Of the element that holds the whole sentence. */
  readonly id: string
}

/** What stands in the Register button beside its name: what may go, what has to be checked, what fails. */
export function ReadyCount({ id, orders, ...count }: Props) {
  const t = useTranslations('workbench')
  const first =
    count.ready === 0 && count.waiting > 0
      ? t('waitingAside', { count: count.waiting })
      : t('readyAside', { count: count.ready })
  const rest = [
    count.stale > 0 && t('againAside', { count: count.stale }),
    count.unchecked > 0 && t('uncheckedAside', { count: count.unchecked }),
    count.failing > 0 && t('failingAside', { count: count.failing }),
  ].filter(part => part !== false)
  const all = [first, ...rest].join(' · ')
  return (
    <>
      <Aside className="min-[1341px]:hidden" text={first} room={t('readyAside', { count: orders }).length} />
      <Aside className="text-center max-[1340px]:hidden" text={all} room={roomFor(all)} />
      <span id={id} hidden>
        {all}
      </span>
    </>
  )
}

/** In steps, so that the buttons beside do not move with every digit. In characters as wide as a zero. */
const roomFor = (text: string) => Math.ceil(text.length / 8) * 7
