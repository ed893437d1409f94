import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from '@/components/ui/classes'
import { ResultBar } from './run/result-bar'
import type { EndedRun } from './run/use-ended-run'
import { isSameSentence } from './use-announcer'

interface Props {
  /** The last announced sentence. */
  message: string
  /** The run whose result is shown; null: none. */
  endedRun: EndedRun | null
  /** The sentence that announced the result of that run. */
  outcomeSentence: string
  /** Name of the connection. */
  connection: string
  mayEdit: boolean
  /** Offers to remember the last correction. */
  offer: ReactNode
  /** Whether only screen readers get it. */
  isHidden: boolean
}

/**
 * The line with the last announced sentence, and the result of a run that ended. It is always there, so that nothing
 * moves when a sentence is announced or a run ends. Where it is too narrow for both, they are below each other.
 */
export function StatusLine({ message, endedRun, outcomeSentence, offer, isHidden, ...result }: Props) {
  const t = useTranslations('workbench.result')
  // The result bar shows what this sentence about the run says.
  const isRepeated = endedRun && isSameSentence(message, outcomeSentence)
  return (
    // One element with and without a result: screen readers announce what changes in a line that was there before.
    <section
      aria-label={endedRun ? t('label') : undefined}
      data-region={endedRun ? 'result' : undefined}
      className={classes(
        'flex min-h-8.5 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-line border-t px-3.5 py-0.75 max-[640px]:py-1',
        isHidden && 'sr-only',
      )}
    >
      {endedRun && <ResultBar endedRun={endedRun} {...result} />}
      {/* Between the result and the links of the bar, which keep their place at the end. */}
      <p
        role="status"
        className={classes(
          isRepeated ? 'sr-only' : 'order-1 min-w-0 flex-1 truncate text-ink-2 text-xs',
          endedRun &&
            !isRepeated &&
            'not-empty:basis-40 max-[640px]:not-empty:basis-full max-[640px]:whitespace-normal',
        )}
        title={message}
      >
        {message}
      </p>
      {!isHidden && offer}
    </section>
  )
}
