import { useState } from 'react'
import { useLocale } from 'use-intl'
import { useSaveKey } from '@/components/workbench/keys/use-keys'
import { requestFailureOf } from '@/components/workbench/requests/request-failure'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { StartedRun, StartRunRequest } from '@/lib/desk-api/runs/runs'
import { joinSentences } from '@/lib/words/sentences/join'
import { nextStepOf, readinessOf } from './readiness'
import type { RunStarter } from './run-starter'

interface Deps {
  readonly startCheck: RunStarter
  /** Starts a registration; in production, after a person has confirmed the number of orders. */
  readonly register: RunStarter
  /** A request to start a run of the draft as it is saved now. */
  readonly newRequest: () => StartRunRequest
  /** Whether a run is under way, or that is not known yet. */
  readonly isBusy: boolean
  /** Commits the typed texts of the sheet and of the record panel. */
  readonly commit: () => void
  /** Saves all edits. @returns whether they are on the server */
  readonly flush: () => Promise<boolean>
  /** A sentence that says why edits are not saved. */
  readonly whyUnsaved: () => string
  readonly follow: (started?: StartedRun) => Promise<void>
}

/**
 * The acts Check and Register, and whether they must wait. Ctrl+S saves at once: edits are saved anyway, but people are
 * used to the key.
 */
export function useStartRun(deps: Deps) {
  const { workbook, announce } = useWorkbench()
  const t = useWorkbenchTranslations()
  const locale = useLocale()
  const [isStarting, setStarting] = useState(false)
  const isBusy = isStarting || deps.isBusy

  const saveAndStart = async (starter: RunStarter, nothingStarted: (started: StartedRun) => string) => {
    if (isBusy) return
    deps.commit()
    setStarting(true)
    try {
      if (!(await deps.flush())) return announce(deps.whyUnsaved())
      const result = await starter(deps.newRequest())
      if (!result.ok) return announce(result.problem.message)
      const read = deps.follow(result.value)
      if (result.value.runId !== '') return
      await read
      announce(nothingStarted(result.value))
    } catch (error) {
      announce(t(`announced.${requestFailureOf(error)}`))
      // The server may have started the run: it is shown, and followed, as soon as a response comes.
      void deps.follow()
    } finally {
      setStarting(false)
    }
  }

  useSaveKey(() => {
    deps.commit()
    deps.flush().then(isSaved => announce(isSaved ? t('announced.saved') : deps.whyUnsaved()))
  })

  const nothingTo = (sentence: string, { withheld, elsewhere = 0, changed = 0 }: StartedRun) =>
    joinSentences(locale, [
      elsewhere + changed < workbook.orderCount && sentence,
      changed > 0 && t('announced.changed', { count: changed }),
      withheld > 0 && t('announced.withheld', { count: withheld }),
      elsewhere > 0 && t('announced.elsewhere', { count: elsewhere }),
    ])
  // A sheet without a service that checks is checked by the desk during typing.
  const checkedHere = () =>
    t('announced.checkedHere', { passed: workbook.count('ready'), failing: workbook.count('failing') })

  const nothingToRegister = () => {
    const next = nextStepOf(readinessOf(workbook, null), workbook.sheet.check !== undefined)
    return t('announced.nothingToRegister', { next })
  }

  return {
    isBusy,
    check: () =>
      saveAndStart(deps.startCheck, started =>
        nothingTo(
          workbook.sheet.check === undefined ? checkedHere() : t('announced.nothingToCheck'),
          workbook.sheet.check === undefined ? { ...started, withheld: 0 } : started,
        ),
      ),
    registerAgain: () =>
      saveAndStart(request => deps.register({ ...request, again: true }), nothingToRegister),
    register: () => saveAndStart(deps.register, started => nothingTo(nothingToRegister(), started)),
  }
}
