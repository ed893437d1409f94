import { CircleAlert, PanelRightClose } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { classes } from '@/components/ui/classes'
import { useWorkbenchTranslations } from './use-workbench-translations'

interface Props {
  isWide: boolean
  /** How many failures the list holds. */
  failures: number
  children: ReactNode
}

/**
 * The panel beside the sheet: the failure list, and above it the record panel, the search or the keys while they are
 * open. On a narrow or magnified screen it is folded until the operator opens it.
 */
export function Side({ isWide, failures, children }: Props) {
  const t = useWorkbenchTranslations()
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen || isWide
  const Icon = isOpen ? PanelRightClose : CircleAlert
  return (
    <>
      <button
        type="button"
        aria-expanded={isShown}
        aria-controls="side"
        aria-label={t('failures.panel', { count: failures })}
        title={t('failures.panel', { count: failures })}
        onClick={() => setOpen(!isOpen)}
        className="hidden w-8 shrink-0 flex-col items-center gap-1 border-line border-l bg-panel pt-2 text-ink-2 text-xs hover:bg-shade max-[900px]:flex"
      >
        <Icon aria-hidden className={classes('size-4', failures > 0 && 'text-fail')} />
        <span className="[writing-mode:vertical-rl]">{failures}</span>
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
