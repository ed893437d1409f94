import type { RunView } from '@/lib/desk-api/runs/runs'
import { useKey } from '../keys/use-keys'
import { useWorkbenchTranslations } from '../use-workbench-translations'
import { useWorkbench } from '../workbench-context'
import { emptyListSentence } from './list/empty-list'
import type { FailureNavigation } from './use-failure-navigation'

interface Deps {
  readonly errors: FailureNavigation
  readonly warnings: FailureNavigation
  readonly run: RunView | null
}

/** F8 goes to the next error, with Alt to the next warning, and with Shift to the previous one. */
export function useFailureKeys({ errors, warnings, run }: Deps): void {
  const { workbook, announce } = useWorkbench()
  const t = useWorkbenchTranslations()
  useKey('F8', event => {
    const isFound = (event.altKey ? warnings : errors).go(event.shiftKey ? -1 : 1)
    if (isFound) return
    const isSettled = !workbook.isActInProgress && !workbook.isJudging
    announce(
      t(event.altKey && isSettled ? 'announced.noWarnings' : `failures.${emptyListSentence(workbook, run)}`),
    )
  })
}
