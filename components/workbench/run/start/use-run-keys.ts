import type { Permissions } from '../../actions'
import { useKey } from '../../keys/use-keys'
import { useWorkbenchTranslations } from '../../use-workbench-translations'
import { useWorkbench } from '../../workbench-context'
import type { Runs } from '../use-runs'
import { canRegister, nextStepOf, type Readiness } from './readiness'

/** F9 checks and Ctrl+F9 registers, or they announce why nothing can be checked or registered. */
export function useRunKeys(
  runs: Pick<Runs, 'check' | 'register'>,
  readiness: Readiness,
  may: Pick<Permissions, 'edit' | 'register'>,
): void {
  const { workbook, announce } = useWorkbench()
  const t = useWorkbenchTranslations()
  useKey('F9', event => {
    const isRegister = event.ctrlKey || event.metaKey
    if (!isRegister) return may.edit ? runs.check() : announce(t('mayNot.check'))
    if (!may.register) announce(t('mayNot.register'))
    else if (!canRegister(readiness)) {
      const next = nextStepOf(readiness, workbook.sheet.check !== undefined)
      announce(t('announced.nothingToRegister', { next }))
    } else runs.register()
  })
}
