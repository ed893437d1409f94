import { useState } from 'react'
import type { Workbook } from '@/lib/sheet/workbook'
import type { Answer, RunRequest, StartedRun } from './actions'
import { presses } from './presses'
import { whyUnheard } from './unheard'
import type { Say } from './use-say'
import { isCommand, useWindowKeys } from './use-window-keys'

interface Desk {
  readonly workbook: Workbook
  /** Asks for a registration, confirmed by a person where that is needed. */
  readonly register: (request: RunRequest) => Promise<Answer<StartedRun>>
  /** What every press says of itself. */
  readonly request: Omit<RunRequest, 'clientRequestId'>
  /** Whether a run goes on, or is not known yet. */
  readonly isBusy: boolean
  /** Takes in what is being typed, in the sheet and in the form. */
  readonly commit: () => void
  /** Brings all edits to the server. @returns whether they are there */
  readonly flush: () => Promise<boolean>
  /** Why they are not, as a sentence. */
  readonly whyUnsaved: () => string
  readonly follow: (started?: StartedRun) => Promise<void>
  readonly announce: (sentence: string) => void
  readonly say: Say
}

/**
 * The two verbs of a draft, Check and Register, and whether a press must wait. Ctrl+S is not needed, but it is in
 * everybody's fingers: it takes in what is being typed and says that all of it is saved.
 */
export function usePresses(desk: Desk) {
  const { workbook, announce, say } = desk
  const [starting, setStarting] = useState(false)
  const busy = starting || desk.isBusy

  const start = async (
    act: (request: RunRequest) => Promise<Answer<StartedRun>>,
    nothing: (started: StartedRun) => string,
  ) => {
    if (busy) return
    desk.commit()
    setStarting(true)
    try {
      if (!(await desk.flush())) return announce(desk.whyUnsaved())
      const answer = await act({ ...desk.request, clientRequestId: crypto.randomUUID() })
      if (!answer.ok) return announce(answer.problem.message)
      const heard = desk.follow(answer.value)
      if (answer.value.runId !== '') return
      await heard
      announce(nothing(answer.value))
    } catch (error) {
      announce(say(`said.${whyUnheard(error)}`))
    } finally {
      setStarting(false)
    }
  }

  useWindowKeys(event => {
    if (!isCommand(event) || event.key.toLowerCase() !== 's') return false
    desk.commit()
    desk.flush().then(isSaved => announce(isSaved ? say('said.saved') : desk.whyUnsaved()))
    return true
  })

  const nothingTo = (said: string, { withheld, elsewhere = 0 }: StartedRun) =>
    [
      elsewhere < workbook.orderCount && said,
      withheld > 0 && say('said.withheld', { count: withheld }),
      elsewhere > 0 && say('said.elsewhere', { count: elsewhere }),
    ]
      .filter(Boolean)
      .join(' ')
  // Where no service checks, what the desk says as one types is the check.
  const checkedHere = () =>
    say('said.checkedHere', { passed: workbook.count('ready'), failing: workbook.count('failing') })

  return {
    busy,
    check: () =>
      start(presses.check, started =>
        nothingTo(
          workbook.sheet.check === undefined ? checkedHere() : say('said.nothingToCheck'),
          workbook.sheet.check === undefined ? { ...started, withheld: 0 } : started,
        ),
      ),
    registerAgain: () =>
      start(
        request => desk.register({ ...request, again: true }),
        () => say('said.nothingToRegister'),
      ),
    register: () => start(desk.register, started => nothingTo(say('said.nothingToRegister'), started)),
  }
}
