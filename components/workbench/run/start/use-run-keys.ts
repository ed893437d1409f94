import type { Permissions } from '../../actions'
import { useKey } from '../../keys/use-keys'
import { useWorkbenchTranslations } from '../../use-workbench-translations'
import { useWorkbench } from '../../workbench-context'
import type { Runs } from '../use-runs'
import { canRegister, nextStepOf, type Readiness } from './readiness'

/** F9 checks; Ctrl+F9 registers, or announces why nothing can be registered. */
export function useRunKeys(
  runs: Pick<Runs, 'check' | 'register'>,
  readiness: Readiness,
  may: Pick<Permissions, 'register'>,
): void {
  const { workbook, announce } = useWorkbench()
  const t = useWorkbenchTranslations()
  useKey('F9', event => {
    if (!event.ctrlKey && !event.metaKey) return runs.check()
    if (!may.register) announce(t('mayNot.register'))
    else if (!canRegister(readiness)) {
      const next = nextStepOf(readiness, workbook.sheet.check !== undefined)
      announce(t('announced.nothingToRegister', { next }))
    } else runs.register()
  })
}
