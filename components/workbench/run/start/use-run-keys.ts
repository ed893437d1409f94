import type { Permissions } from '../../actions'
import { useKey } from '../../keys/use-keys'
import { useWorkbenchTranslations } from '../../use-workbench-translations'
import { useWorkbench } from '../../workbench-context'
import { isRunning } from '../run-state'
import type { Runs } from '../use-runs'
import { canRegister, nextStepOf, type Readiness } from './readiness'

/** F9 checks and Ctrl+F9 registers, or they announce why nothing can be checked or registered now. */
export function useRunKeys(
  runs: Pick<Runs, 'check' | 'register' | 'run' | 'isBusy'>,
  readiness: Readiness,
  may: Pick<Permissions, 'edit' | 'register'>,
): void {
  const { workbook, announce } = useWorkbench()
  const t = useWorkbenchTranslations()
  useKey('F9', event => {
    const isRegister = event.ctrlKey || event.metaKey
    if (!isRegister && !may.edit) announce(t('mayNot.check'))
    else if (isRegister && !may.register) announce(t('mayNot.register'))
    else if (runs.isBusy) {
      const underWay = isRunning(runs.run) ? runs.run?.kind : undefined
      announce(t('announced.busy', { run: underWay ?? 'none' }))
    } else if (!isRegister) runs.check()
    else if (!canRegister(readiness)) {
      const next = nextStepOf(readiness, workbook.sheet.check !== undefined)
      announce(t('announced.nothingToRegister', { next }))
    } else runs.register()
  })
}
