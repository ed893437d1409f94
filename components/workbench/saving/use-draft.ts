import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Permissions, WorkbenchActions } from '@/components/workbench/actions'
import { useLiveChannel } from '@/components/workbench/live/use-live-channel'
import type { Connection } from '@/components/workbench/run/use-connection'
import { useTogether } from '@/components/workbench/together/use-together'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { SaveRequest } from '@/lib/desk-api/drafts/changes'
import { newDraftId } from '@/lib/desk-api/drafts/ids'
import type { CellAddress } from '@/lib/sheet/schema/line'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import type { OpenedDraft } from './journal/open'
import { eraseDraft } from './journal/room'
import { useJournal } from './journal/use-journal'
import { saveChanges } from './save-changes'
import { type ExplainedFailure, SaveQueue } from './save-queue'
import { useAutosave } from './use-autosave'
import { useDraftConnection } from './use-draft-connection'
import { useDraftName } from './use-draft-name'

interface Deps {
  readonly sheetId: SheetId
  /** The name of the draft when the page was loaded. */
  readonly name: string
  readonly isNew: boolean
  readonly isArchived: boolean
  readonly operatorId: string
  readonly opened: OpenedDraft
  /** Registered lines are locked by the connection in use. */
  readonly connection: Connection
  readonly may: Permissions
  readonly actions: WorkbenchActions
  /** Called with the id under which the draft is stored. `isMoved`: it is shown, and gets the address of that id. */
  readonly onStored: (id: string, isMoved: boolean) => void
  /** The cell that is being typed into. */
  readonly editing: () => CellAddress | null
}

/** Saves the draft to the server and to the journal of the browser, and applies what others change in it. */
export function useDraft(draft: Deps) {
  const { sheetId, isNew, operatorId, opened, actions, onStored } = draft
  const connectionId = draft.connection.id
  const { workbook, grid, announce } = useWorkbench()
  const t = useTranslations('workbench')
  const tClosed = useTranslations('drafts.closed.short')
  const [draftId, setDraftId] = useState(opened.draftId)
  const [isArchived, setArchived] = useState(draft.isArchived)
  /** Saves in which the server refused lines: another tab has registered them meanwhile. */
  const [refusedSaves, setRefusedSaves] = useState(0)
  /** Whether the draft is on the screen. Its last edits are saved after the operator has left it. */
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const save = useCallback(
    async (input: SaveRequest, isLeaving: boolean) => {
      const result = await saveChanges(input, isLeaving)
      if (result.ok && result.value.refused > 0) setRefusedSaves(count => count + 1)
      // Its address changes only at the first save, because each change makes the router of the page work, and a large
      // draft is saved in hundreds of requests. By the id of the request: it may belong to the draft's earlier id.
      if (result.ok && isNew)
        onStored(input.draftId, isShown.current && window.location.pathname === `/${sheetId}/new`)
      return result
    },
    [isNew, sheetId, onStored],
  )
  const lastSave = useRef<Promise<unknown>>(undefined)
  const journal = useJournal(workbook, { id: draftId, operatorId, isNew }, opened, announce, lastSave)
  const { isArchived: wasArchived } = draft
  const saving = useMemo(() => new SaveQueue(workbook, opened, wasArchived), [workbook, opened, wasArchived])
  const live = useLiveChannel(draftId, saving.editingSession)
  const isStored = useCallback(() => !isNew || saving.savedRevision > 0, [isNew, saving])
  const { isComplete } = journal
  const failureSentence = useCallback(
    (code: ExplainedFailure) => {
      const why = code === 'role' ? 'mayNotEdit' : code
      // Asked when a save fails: by then the browser may have refused to keep the edits.
      return t(isComplete() ? `announced.${why}` : `announced.notKept.${why}`)
    },
    [t, isComplete],
  )
  const connection = useDraftConnection({
    draftId,
    connection: draft.connection,
    mayEdit: draft.may.edit,
    isStored,
    actions,
    failureSentence,
  })
  const { name, nameState, rename, followName } = useDraftName(draft.name, {
    draftId,
    sheetId,
    operatorId,
    connectionId,
    actions,
    failureSentence,
  })
  const together = useTogether({
    saving,
    opened,
    draftId,
    name: draft.name,
    live,
    editing: draft.editing,
    rename: followName,
    connect: connection.follow,
  })
  const { state, flush, whyUnsaved } = useAutosave({
    workbook,
    saving,
    save,
    failureSentence,
    lastSave,
    draft: { id: draftId, name, connectionId },
    listener: together.listener,
    onSaved: journal.saved,
  })
  const failed = state.state === 'failed' ? state : undefined
  const { resend: resendConnection } = connection
  useEffect(() => {
    if (state.state === 'saved') resendConnection()
  }, [state, resendConnection])
  const saved = [state, nameState].find(one => one.state !== 'saved') ?? connection.state
  const gone = failed?.code === 'archived' || failed?.code === 'deleted' ? failed.code : undefined

  return {
    draftId,
    name,
    live,
    together,
    /** The connection of the draft; to choose another is to choose it for everyone. */
    connection: { ...draft.connection, choose: connection.choose },
    flush,
    whyUnsaved,
    savedRevision: () => saving.savedRevision,
    refusedSaves,
    saved: gone && failed ? { ...failed, reason: tClosed(gone) } : saved,
    /** Whether it was archived or deleted elsewhere and no longer takes edits; null if it was not. */
    closed:
      gone || isArchived ? ({ state: gone ?? 'archived', reason: gone && failed?.reason } as const) : null,
    rename,
    unarchive: async () => {
      const result = await actions.unarchive({ draftId })
      if (!result.ok) return announce(result.problem.message)
      setArchived(false)
      grid.current?.focus()
      await flush()
    },
    /** Saves the lines of a draft that was deleted elsewhere as a new draft. */
    keep: () => {
      grid.current?.commit()
      eraseDraft(draftId)
      const id = newDraftId()
      setDraftId(id)
      onStored(id, true)
      grid.current?.focus()
    },
  }
}
