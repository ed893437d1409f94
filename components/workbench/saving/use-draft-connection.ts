import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { WorkbenchActions } from '@/components/workbench/actions'
import { type RequestFailure, requestFailureOf } from '@/components/workbench/requests/request-failure'
import type { Connection } from '@/components/workbench/run/use-connection'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { DraftChanges } from '@/lib/desk-api/drafts/changes'
import { RETRY_DELAY_MS, type SaveState } from './use-autosave'

interface Deps {
  readonly draftId: string
  readonly connection: Connection
  /** Whether the operator chooses for everyone; otherwise only for this page. */
  readonly mayEdit: boolean
  /** Whether the server has the draft: before that, its first save carries the connection. */
  readonly isStored: () => boolean
  readonly actions: Pick<WorkbenchActions, 'chooseConnection'>
  readonly failureSentence: (code: RequestFailure) => string
}

/** Shares the connection of a draft with everyone who has it open. */
export function useDraftConnection(deps: Deps) {
  const { draftId, connection, mayEdit, isStored, actions, failureSentence } = deps
  const { announce } = useWorkbench()
  const t = useTranslations('workbench.announced')
  /** The connection that was chosen on this page and is not stored yet. */
  const unsent = useRef<string>(undefined)
  /** Whether the server has the choice; it stores none of a draft that it does not have. */
  const [state, setState] = useState<SaveState>({ state: 'saved' })
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The connection that the server sent last. */
  const lastReceived = useRef<string | null>(connection.id)

  const send = useCallback(
    async (id: string) => {
      unsent.current = id
      setState({ state: 'saving' })
      if (!isStored()) return
      clearTimeout(retry.current)
      try {
        const result = await actions.chooseConnection({ draftId, connectionId: id })
        // Another connection was chosen meanwhile.
        if (unsent.current !== id) return
        setState({ state: 'saved' })
        if (!result.ok && result.problem.code === 'gone') return
        unsent.current = undefined
        if (!result.ok) announce(result.problem.message)
      } catch (error) {
        if (unsent.current !== id) return
        const code = requestFailureOf(error)
        if (code === 'outdated') {
          // Only a reload helps a page that the server no longer understands.
          unsent.current = undefined
          setState({ state: 'saved' })
          announce(failureSentence('outdated'))
          return
        }
        setState({ state: 'failed', code, reason: failureSentence(code) })
        clearTimeout(retry.current)
        retry.current = setTimeout(() => unsent.current === id && send(id), RETRY_DELAY_MS)
      }
    },
    [actions, draftId, isStored, failureSentence, announce],
  )

  const resend = useCallback(() => {
    if (unsent.current !== undefined) send(unsent.current)
  }, [send])

  const storedState: SaveState = isStored() ? state : { state: 'saved' }
  const onLeave = useEffectEvent((event: BeforeUnloadEvent) => {
    if (storedState.state !== 'saved') event.preventDefault()
  })
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => onLeave(event)
    window.addEventListener('beforeunload', leave)
    return () => window.removeEventListener('beforeunload', leave)
  }, [])

  return {
    /** Uses another connection, here and wherever the draft is open. */
    choose: (id: string) => {
      connection.choose(id)
      if (mayEdit) send(id)
    },
    /** Follows a choice that was made elsewhere, and rehearsals. `connectionId` null: none was made yet. */
    follow: ({ connectionId: id, rehearsals }: Pick<DraftChanges, 'connectionId' | 'rehearsals'>) => {
      connection.setRehearsals(rehearsals)
      if (unsent.current !== undefined || id === null || id === lastReceived.current) return
      lastReceived.current = id
      if (id === connection.id) return
      const chosen = connection.all.find(one => one.id === id)
      if (!chosen) return announce(t('connectionUnknown'))
      connection.choose(id)
      announce(t('connectionChanged', { name: chosen.name }))
    },
    /** Whether the server has the choice, once it has the draft. */
    state: storedState,
    /** Sends a choice again that could not be stored. */
    resend,
  }
}
