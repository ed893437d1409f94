import { useTranslations } from 'use-intl'
import { ButtonNote } from '@/components/ui/buttons/button-note'
import type { RunView } from '@/lib/desk-api/runs/runs'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { isRunning } from '../run-state'

/** How many orders or products Register can take now, and how many it cannot. */
export interface Readiness {
  /** Orders that can be registered as they are. */
  readonly ready: number
  /** How many ready orders have a warning. */
  readonly warned: number
  /** Orders that changed since their check, or were checked too long ago. */
  readonly stale: number
  readonly unchecked: number
  readonly failing: number
  /** Orders whose numbers other drafts hold. */
  readonly elsewhere: number
  /** Orders that a stopped run of the connection in use left: Register continues with them. */
  readonly waiting: number
}

/**
 * Counts orders by what Check and Register would do with them.
 * @param waitingElsewhere orders of the sheet that wait on other connections
 */
export const readinessOf = (workbook: Workbook, run: RunView | null, waitingElsewhere = 0): Readiness => ({
  ready: workbook.count('ready'),
  warned: workbook.count('readyWithWarning'),
  stale: workbook.count('stale'),
  unchecked: workbook.count('unchecked'),
  failing: workbook.count('failing'),
  elsewhere: workbook.count('elsewhere'),
  waiting: isRunning(run) ? 0 : Math.max(0, workbook.count('waiting') - waitingElsewhere),
})

/** Whether Register has anything to do. */
export const canRegister = ({ ready, waiting }: Readiness): boolean => ready + waiting > 0

/**
 * What the operator can do when Register has nothing to do; 'none': everything is registered.
 * @param isChecked whether a service checks orders of this sheet
 */
export function nextStepOf(
  { stale, unchecked, failing, elsewhere }: Omit<Readiness, 'ready' | 'warned' | 'waiting'>,
  isChecked: boolean,
): 'check' | 'fix' | 'elsewhere' | 'none' {
  if (isChecked && stale + unchecked > 0) return 'check'
  if (failing > 0) return 'fix'
  return elsewhere > 0 ? 'elsewhere' : 'none'
}

interface Props extends Readiness {
  /** The name of the button. */
  readonly label: string
  /** The key that does the same. */
  readonly keys: string
  /** Whether a service checks orders of this sheet. */
  readonly isChecked: boolean
  /** Id of the element that holds all counts as one sentence. */
  readonly id: string
}

/**
 * The text of the Register button: its name, how many orders can be registered and, below, how many of them have a
 * warning, how many have to be checked and how many fail. Counts of zero are left out. Its width does not depend on the
 * counts, so that nothing beside it moves.
 */
export function ReadyCount({ id, label, keys, isChecked, ...count }: Props) {
  const t = useTranslations('workbench')
  const first =
    count.ready === 0 && count.waiting > 0
      ? t('waitingAside', { count: count.waiting })
      : t('readyAside', { count: count.ready })
  const toCheck = isChecked ? count.stale + count.unchecked : 0
  const below = [
    count.warned > 0 && t('warnedAside', { count: count.warned }),
    toCheck > 0 && t(count.unchecked > 0 ? 'uncheckedAside' : 'againAside', { count: toCheck }),
    count.failing > 0 && t('failingAside', { count: count.failing }),
    count.elsewhere > 0 && t('elsewhereAside', { count: count.elsewhere }),
  ].filter(part => part !== false)
  const whole = count.warned > 0 ? t('readyWarnedAside', { count: count.ready, warned: count.warned }) : first
  const rest = [
    count.stale > 0 && t('againAside', { count: count.stale }),
    count.unchecked > 0 && t('uncheckedAside', { count: count.unchecked }),
    count.failing > 0 && t('failingAside', { count: count.failing }),
    count.elsewhere > 0 && t('elsewhereAside', { count: count.elsewhere }),
  ].filter(part => part !== false)
  return (
    <>
      {/* From the left: the name stays where it is, however wide the count is. */}
      <span className="flex w-50 flex-col justify-center text-left leading-tight max-[1100px]:w-44 max-[900px]:w-36 max-[640px]:w-full max-[640px]:min-w-0">
        <span className="flex items-baseline gap-1.5">
          {label}
          <ButtonNote text={first} className="min-w-0 truncate" />
          <ButtonNote text={keys} className="ml-auto max-[1100px]:hidden" />
        </span>
        {/* Always there, so that the name above it stays where it is. */}
        <ButtonNote text={below.join(' · ')} className="truncate text-2xs" />
      </span>
      <span id={id} hidden>
        {[whole, ...rest].join(' · ')}
      </span>
    </>
  )
}
