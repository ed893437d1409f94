import { CircleAlert, PanelRightClose } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from '@/components/ui/classes'
import { useWorkbenchTranslations } from './use-workbench-translations'

interface Props {
  isWide: boolean
  /** Whether one of the notices asks for a person: folded, it would not be seen. */
  needsPerson: boolean
  /** How many failures and warnings the lists have. */
  failures: number
  warnings: number
  children: ReactNode
}

/**
 * The panels beside the sheet: the errors and warnings, and above them the record panel, the search or the keys while
 * they are open. On a narrow or magnified screen they are folded until the operator opens them.
 */
export function SidePanels({ isWide, needsPerson, failures, warnings, children }: Props) {
  const t = useWorkbenchTranslations()
  const tAlarms = useTranslations('unknown.alarms')
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen || isWide
  const label = [
    ...(needsPerson ? [tAlarms('title')] : []),
    t('failures.panel', { count: failures }),
    ...(warnings > 0 ? [t('warnings.panel', { count: warnings })] : []),
  ].join(' · ')
  const Icon = isOpen ? PanelRightClose : CircleAlert
  return (
    <>
      <button
        type="button"
        aria-expanded={isShown}
        aria-controls="side"
        aria-label={label}
        title={label}
        onClick={() => setOpen(!isOpen)}
        className={classes(
          'hidden w-8 shrink-0 flex-col items-center gap-1 border-line border-l bg-panel pt-2 text-ink-2 text-xs hover:bg-shade max-[900px]:flex',
          // On a phone: a bar below the cards.
          'max-[640px]:h-11 max-[640px]:w-full max-[640px]:flex-row max-[640px]:justify-center max-[640px]:border-t max-[640px]:border-l-0 max-[640px]:pt-0',
          isWide && 'max-[640px]:hidden',
        )}
      >
        <Icon
          aria-hidden
          className={classes(
            'size-4',
            failures > 0 ? 'text-fail' : (needsPerson || warnings > 0) && 'text-warn',
          )}
        />
        <span aria-hidden className="hidden max-[640px]:inline">
          {label}
        </span>
        {/* A zero says nothing. The label has the number, in Korean and Japanese with its counter: as a text, the bare
            number would not be a part of the name. */}
        {failures + warnings > 0 && (
          <span
            aria-hidden
            data-count={shortCount(failures > 0 ? failures : warnings)}
            className="tabular-nums before:content-[attr(data-count)] max-[640px]:hidden"
          />
        )}
      </button>
      <div
        id="side"
        className={classes(
          'relative flex min-h-0 shrink-0 flex-col divide-y divide-line overflow-y-auto border-line border-l bg-panel',
          isWide ? 'w-90 max-[1100px]:w-76' : 'w-70 max-[1100px]:w-60',
          // On a phone it covers the cards, and the form has it for itself.
          'max-[640px]:absolute max-[640px]:inset-x-0 max-[640px]:top-0 max-[640px]:w-full max-[640px]:border-l-0',
          isWide
            ? 'max-[640px]:bottom-0 max-[640px]:[&>*:not([data-region=record])]:hidden'
            : 'max-[640px]:bottom-11',
          !isShown && 'max-[900px]:not-has-[search,[data-help]]:hidden',
        )}
      >
        {children}
      </div>
    </>
  )
}

/** A count as narrow as the folded panels are. */
const shortCount = (count: number): string => (count > 999 ? '999+' : String(count))
