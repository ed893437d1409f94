import { CircleAlert, PanelRightClose } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { classes } from '@/components/ui/classes'
import { useWorkbenchTranslations } from './use-workbench-translations'

interface Props {
  isWide: boolean
  /** How many failures and warnings the lists have. */
  failures: number
  warnings: number
  children: ReactNode
}

/**
 * The panel beside the sheet: the errors and warnings, and above them the record panel, the search or the keys while they are
 * open. On a narrow or magnified screen it is folded until the operator opens it.
 */
export function Side({ isWide, failures, warnings, children }: Props) {
  const t = useWorkbenchTranslations()
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen || isWide
  const label = [
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
        className="hidden w-8 shrink-0 flex-col items-center gap-1 border-line border-l bg-panel pt-2 text-ink-2 text-xs hover:bg-shade max-[900px]:flex"
      >
        <Icon
          aria-hidden
          className={classes('size-4', failures > 0 ? 'text-fail' : warnings > 0 && 'text-warn')}
        />
        {/* A zero says nothing. */}
        {failures + warnings > 0 && (
          <span className="[writing-mode:vertical-rl]">{failures > 0 ? failures : warnings}</span>
        )}
      </button>
      <div
        id="side"
        className={classes(
          'flex min-h-0 shrink-0 flex-col divide-y divide-line border-line border-l bg-panel',
          isWide ? 'w-90 max-[1100px]:w-76' : 'w-70 max-[1100px]:w-60',
          !isShown && 'max-[900px]:not-has-[search,[data-help]]:hidden',
        )}
      >
        {children}
      </div>
    </>
  )
}
