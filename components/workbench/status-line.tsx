import type { ReactNode } from 'react'
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
 * moves when a sentence is announced or a run ends.
 */
export function StatusLine({ message, endedRun, outcomeSentence, offer, isHidden, ...result }: Props) {
  // The result bar shows what this sentence about the run says.
  const isRepeated = endedRun && isSameSentence(message, outcomeSentence)
  return (
    <div
      className={classes(
        'flex min-h-8.5 shrink-0 items-center gap-3 border-line border-t px-3.5 py-0.75',
        isHidden && 'sr-only',
      )}
    >
      {endedRun && <ResultBar endedRun={endedRun} {...result} />}
      <p
        role="status"
        className={isRepeated ? 'sr-only' : 'min-w-0 flex-1 truncate text-ink-2 text-xs'}
        title={message}
      >
        {message}
      </p>
      {!isHidden && offer}
    </div>
  )
}
