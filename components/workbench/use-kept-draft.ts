import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { GridHandle } from '@/components/grid/grid'
import type { CellAddress } from '@/lib/sheet/draft'
import type { SheetId } from '@/lib/sheet/sheets'
import type { Workbook } from '@/lib/sheet/workbook'
import type { WorkbenchActions } from './actions'
import type { Opened } from './journal-open'
import { eraseDraft } from './journal-room'
import { Saving } from './saving'
import { useAutosave } from './use-autosave'
import { useJournal } from './use-journal'
import { useTogether } from './use-together'

interface Draft {
  readonly workbook: Workbook
  readonly sheetId: SheetId
  /** As it was when the page came. */
  readonly name: string
  readonly isNew: boolean
  readonly isArchived: boolean
  readonly operatorId: string
  readonly opened: Opened
  /** Registered lines are locked by the connection in use. */
  readonly connectionId: string
  readonly actions: WorkbenchActions
  readonly grid: RefObject<GridHandle | null>
  /** The cell that is being typed into. */
  readonly editing: () => CellAddress | null
  readonly announce: (sentence: string) => void
  /** Hears that lines were refused: another tab registered them meanwhile. */
  readonly onRefused: RefObject<() => void>
}

/** The draft as it is kept: under its name, on the server and in the browser, with whoever else works on it. */
export function useKeptDraft(draft: Draft) {
  const { workbook, sheetId, isNew, operatorId, opened, connectionId, actions, grid, announce } = draft
  const { onRefused } = draft
  const t = useTranslations('workbench')
  const sayAway = useTranslations('drafts.away.short')
  const [draftId, setDraftId] = useState(opened.draftId)
  const [isArchived, setArchived] = useState(draft.isArchived)
  const [name, setName] = useState(draft.name)
  const save: WorkbenchActions['save'] = useCallback(
    async input => {
      const answer = await actions.save(input)
      if (answer.ok && answer.value.refused > 0) onRefused.current()
      // By the id that was saved: a save that is tried again may be of before the draft got another.
      const path = `/${sheetId}/${input.draftId}`
      // Each call of it has the router of the page look around, and a large draft is saved in hundreds of pieces.
      if (answer.ok && isNew && window.location.pathname !== path) window.history.replaceState(null, '', path)
      return answer
    },
    [actions, isNew, sheetId, onRefused],
  )
  const keepJournal = useJournal(workbook, { id: draftId, operatorId, isNew }, opened, announce)
  const saving = useMemo(() => new Saving(workbook, opened), [workbook, opened])
  const together = useTogether(workbook, saving, opened, draftId, draft.editing, announce, setName)
  const unheard = useMemo(
    () => ({
      offline: t('said.offline'),
      outdated: t('said.outdated'),
      signedOut: t('said.signedOut'),
    }),
    [t],
  )
  const { state, flush, whyUnsaved } = useAutosave(
    workbook,
    saving,
    { id: draftId, name, connectionId },
    save,
    unheard,
    together.listener,
    keepJournal,
  )
  const trouble = state.state === 'failed' ? state : undefined
  /** The name that the server has not heard of: it could not be reached. */
  const untold = useRef<string>(undefined)
  const tellName = useCallback(
    async (next: string) => {
      const answer = await actions.rename({ draftId, sheetId, name: next }).catch(() => undefined)
      untold.current = answer ? undefined : next
      if (answer && !answer.ok) announce(answer.problem.message)
    },
    [actions, draftId, sheetId, announce],
  )
  useEffect(() => {
    if (state.state === 'saved' && untold.current !== undefined) tellName(untold.current)
  }, [state, tellName])
  const gone = trouble?.code === 'archived' || trouble?.code === 'deleted' ? trouble.code : undefined

  return {
    draftId,
    name,
    together,
    flush,
    whyUnsaved,
    saved: gone && trouble ? { ...trouble, reason: sayAway(gone) } : state,
    /** What became of it elsewhere, if it takes no edits any more. */
    away:
      gone || isArchived ? ({ state: gone ?? 'archived', reason: gone && trouble?.reason } as const) : null,
    rename: (next: string) => {
      setName(next)
      tellName(next)
    },
    bringBack: async () => {
      const answer = await actions.bringBack({ draftId })
      if (!answer.ok) return announce(answer.problem.message)
      setArchived(false)
      grid.current?.focus()
      await flush()
    },
    /** Goes on as a new draft: the lines of one that was deleted elsewhere are still here. */
    keep: () => {
      grid.current?.commit()
      eraseDraft(draftId)
      const id = crypto.randomUUID()
      setDraftId(id)
      window.history.replaceState(null, '', `/${sheetId}/${id}`)
      grid.current?.focus()
    },
  }
}
