import { useTranslations } from 'use-intl'
import { Aside } from '@/components/ui/aside'
import type { Readiness } from './readiness'

interface Props extends Readiness {
  /** What the button is called. */
  readonly label: string
  /** Whether a service checks what is registered here. */
  readonly isChecked: boolean
  /** Of the element that holds the whole sentence. */
  readonly id: string
}

/**
 * What stands in the Register button: its name, what may go and, below, what has to be checked and what fails. It is
 * as wide whatever it counts, so that nothing beside it moves.
 */
export function ReadyCount({ id, label, isChecked, ...count }: Props) {
  const t = useTranslations('workbench')
  const first =
    count.ready === 0 && count.waiting > 0
      ? t('waitingAside', { count: count.waiting })
      : t('readyAside', { count: count.ready })
  const toCheck = count.stale + count.unchecked
  const below = [
    isChecked && t(count.unchecked > 0 ? 'uncheckedAside' : 'againAside', { count: toCheck }),
    t('failingAside', { count: count.failing }),
    count.elsewhere > 0 && t('elsewhereAside', { count: count.elsewhere }),
  ].filter(part => part !== false)
  const rest = [
    count.stale > 0 && t('againAside', { count: count.stale }),
    count.unchecked > 0 && t('uncheckedAside', { count: count.unchecked }),
    count.failing > 0 && t('failingAside', { count: count.failing }),
    count.elsewhere > 0 && t('elsewhereAside', { count: count.elsewhere }),
  ].filter(part => part !== false)
  return (
    <>
      {/* From the left: the name stays where it is, however wide the count is. */}
      <span className="flex w-44 flex-col justify-center text-left leading-tight">
        <span className="truncate">
          {label} <Aside text={first} />
        </span>
        {/* Always there, so that the name above it stays where it is. */}
        <Aside text={below.join(' · ')} className="truncate text-2xs" />
      </span>
      <span id={id} hidden>
        {[first, ...rest].join(' · ')}
      </span>
    </>
  )
}
