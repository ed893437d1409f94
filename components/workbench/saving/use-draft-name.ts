import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { WorkbenchActions } from '@/components/workbench/actions'
import { type RequestFailure, requestFailureOf } from '@/components/workbench/requests/request-failure'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { UnsentName } from './unsent-name'
import { RETRY_DELAY_MS, type SaveState } from './use-autosave'

interface Deps {
  readonly draftId: string
  readonly sheetId: SheetId
  readonly operatorId: string
  readonly connectionId: string
  readonly actions: Pick<WorkbenchActions, 'rename'>
  readonly failureSentence: (code: RequestFailure) => string
}

/**
 * The name of the draft. A name that the server did not receive is sent again until it responds; a name that it refused
 * gives way to the stored one.
 * @param initial the name when the page was loaded
 */
export function useDraftName(initial: string, deps: Deps) {
  const { draftId, sheetId, operatorId, connectionId, actions, failureSentence } = deps
  const { announce } = useWorkbench()
  const [name, setName] = useState(initial)
  const [state, setState] = useState<SaveState>({ state: 'saved' })
  const stored = useRef(initial)
  /** The name that the server does not have yet. */
  const unsent = useRef<string>(undefined)
  const isSending = useRef(false)
  const kept = useMemo(() => new UnsentName(draftId, operatorId), [draftId, operatorId])

  const send = useCallback(async () => {
    if (isSending.current) return
    isSending.current = true
    const fail = (code: string, reason: string) => {
      isSending.current = false
      setState({ state: 'failed', code, reason })
    }
    while (unsent.current !== undefined) {
      const next = unsent.current
      setState({ state: 'saving' })
      try {
        const result = await actions.rename({ draftId, sheetId, name: next, connectionId })
        if (result.ok) stored.current = next
        // After a fault the name may be stored anyway: it is sent again.
        else if (result.problem.code === 'unexpected') return fail('unexpected', result.problem.message)
        // Another name was typed meanwhile.
        if (unsent.current !== next) continue
        unsent.current = undefined
        kept.keep(undefined)
        if (result.ok) continue
        setName(stored.current)
        announce(result.problem.message)
      } catch (error) {
        const code = requestFailureOf(error)
        return fail(code, failureSentence(code))
      }
    }
    isSending.current = false
    setState({ state: 'saved' })
  }, [actions, draftId, sheetId, connectionId, failureSentence, announce, kept])

  useEffect(() => {
    // Only a reload helps a page that the server no longer understands.
    if (state.state !== 'failed' || state.code === 'outdated') return
    const timer = setTimeout(send, RETRY_DELAY_MS)
    return () => clearTimeout(timer)
  }, [state, send])

  const rename = (next: string) => {
    setName(next)
    unsent.current = next
    kept.keep(next)
    send()
  }

  const resume = useEffectEvent(() => {
    const last = kept.read()
    if (last === undefined) return
    if (last === stored.current) kept.keep(undefined)
    else rename(last)
  })
  useEffect(() => resume(), [])

  const sendLast = useEffectEvent(() => {
    if (unsent.current !== undefined) send()
  })
  useEffect(() => () => sendLast(), [])

  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (unsent.current !== undefined) event.preventDefault()
    }
    window.addEventListener('beforeunload', leave)
    return () => window.removeEventListener('beforeunload', leave)
  }, [])

  return {
    name,
    /** Whether the server has the name. */
    nameState: state,
    rename,
    /** Shows a name that another participant gave, unless one of this page is on its way. */
    followName: (next: string) => {
      stored.current = next
      if (unsent.current === undefined) setName(next)
    },
  }
}
