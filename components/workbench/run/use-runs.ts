import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { RunActions } from '@/components/workbench/actions'
import type { LiveChannel } from '@/components/workbench/live/live-channel'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { ConnectionChoice } from '@/lib/desk-api/connections/connections'
import { newRequestId } from '@/lib/desk-api/drafts/ids'
import type {
  DraftAlarm,
  HaltedRegistration,
  HalvingOffer,
  RegisteredElsewhere,
  RunView,
  StartedRun,
  StartRunRequest,
} from '@/lib/desk-api/runs/runs'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import type { OpeningOutcomes } from './fetch-outcomes'
import { notifyHidden } from './progress/notify-hidden'
import { isRunning } from './run-state'
import type { WarnedStatus } from './start/list-ready-warnings'
import { createRunStarter, type RunStarter } from './start/run-starter'
import { useConfirmedRegister } from './start/use-confirmed-register'
import { useStartRun } from './start/use-start-run'
import { useRun } from './use-run'
import { useRunOutcome } from './use-run-outcome'

interface Deps {
  readonly draftId: string
  readonly sheetId: SheetId
  readonly connectionId: string
  readonly live: LiveChannel
  /** The connection in use; undefined while there is none. */
  readonly connection: ConnectionChoice | undefined
  /** Whether the server does not have the draft yet. */
  readonly isNew: boolean
  /** The outcomes that the draft was opened with, if they were read. */
  readonly first: OpeningOutcomes | undefined
  /** Commits the typed texts of the sheet and of the record panel. */
  readonly commit: () => void
  /** Saves all edits. @returns whether they are on the server */
  readonly flush: () => Promise<boolean>
  /** A sentence that says why edits are not saved. */
  readonly whyUnsaved: () => string
  /** The revision of the draft that holds everything that is saved here. */
  readonly revision: () => number
  readonly actions: RunActions
  /** Called when a run that this page followed has ended, or stopped. */
  readonly onEnd: () => void
}

/** Checks and registrations of a draft: the latest run, functions that start one, and the outcomes of its orders. */
export interface Runs {
  readonly draftId: string
  /** The latest run of the draft on the connection in use. */
  readonly run: RunView | null
  /** How many runs have ended while this page was open. */
  readonly endedCount: number
  /** The id of the run that ended last, and the sentence that was announced about it; '' before the first end. */
  readonly endedRunId: string
  readonly outcomeSentence: string
  /** Whether no run may be started now: one is starting or under way, or it is not known yet. */
  readonly isBusy: boolean
  /** Whether the last request for the progress of the run had no response. */
  readonly isUnreachable: boolean
  readonly alarms: readonly DraftAlarm[]
  /** Orders that are registered where other connections lead. */
  readonly registeredElsewhere: readonly RegisteredElsewhere[]
  /** Paused and stopped registrations on any connection, besides `run`. */
  readonly halted: readonly HaltedRegistration[]
  /** Rejected requests without a reason, newest first, that can be sent again in halves. */
  readonly offers: readonly HalvingOffer[]
  /** Sends the orders of a rejected request again in halves; those that are accepted are registered. */
  readonly startHalving: RunStarter<StartRunRequest & { readonly attemptId: string }>
  /** A request to start a run of the draft as it is saved now. */
  readonly newRequest: () => StartRunRequest
  readonly flush: () => Promise<boolean>
  check(): void
  register(): void
  /** Registers only orders that were rejected before and passed since. */
  registerAgain(): void
  /** Reads the outcomes now, and follows the run to its end. */
  readonly follow: (started?: StartedRun) => Promise<void>
  /** Asks for the number of orders before a registration in production. */
  readonly dialog: ReactNode
}

/** Register sends orders that are ready; those that were rejected before are sent only on request. */
const warnedOf = ({ again }: StartRunRequest): WarnedStatus => (again ? 'again' : 'ready')

/** Starts checks and registrations of the draft, follows the latest run and announces its result. */
export function useRuns(deps: Deps): Runs {
  const { draftId, sheetId, connectionId, connection, isNew, first, commit, flush, whyUnsaved, onEnd } = deps
  const { actions } = deps
  /** The run that was started here last, until its first outcomes are read. */
  const [starting, setStarting] = useState<{ run: RunView; connectionId: string } | null>(null)
  const showStarting = useCallback(
    (run: RunView | null) => setStarting(run && { run, connectionId }),
    [connectionId],
  )
  const { workbook, announce } = useWorkbench()
  const [isUnreachable, setUnreachable] = useState(false)
  const handleResponse = useCallback((hasCome: boolean) => setUnreachable(!hasCome), [])
  const [endedCount, setEndedCount] = useState(0)
  const [endedRunId, setEndedRunId] = useState('')
  const [outcomeSentence, setOutcomeSentence] = useState('')
  const sentenceOf = useRunOutcome()
  const {
    run: latest,
    offers,
    alarms,
    registeredElsewhere,
    halted,
    isReady,
    follow,
  } = useRun({
    workbook,
    draftId,
    connectionId,
    live: deps.live,
    isNew,
    first,
    onResponse: handleResponse,
    onEnd: (ended, started) => {
      // Outcomes of many orders are judged in slices; the sentence counts them as the sheet shows them.
      workbook.whenJudged(() => {
        const sentence = sentenceOf(ended, started)
        setOutcomeSentence(sentence)
        announce(sentence)
        notifyHidden(sentence, draftId)
      })
      setEndedRunId(ended.runId)
      setEndedCount(count => count + 1)
      onEnd()
    },
  })
  const isRead = starting !== null && starting.run.runId === latest?.runId
  if (isRead) setStarting(null)
  const isStarting = starting !== null && !isRead && starting.connectionId === connectionId
  const run = isStarting ? starting.run : latest
  const startRegistration = useMemo(
    () => createRunStarter('register', actions.register, showStarting, handleResponse),
    [actions, showStarting, handleResponse],
  )
  const { register, dialog } = useConfirmedRegister(startRegistration, connection, warnedOf)
  const newRequest = (): StartRunRequest => ({
    draftId,
    sheetId,
    connectionId,
    revision: deps.revision(),
    clientRequestId: newRequestId(),
  })
  const start = useStartRun({
    startCheck: createRunStarter('check', actions.check, showStarting, handleResponse),
    register,
    newRequest,
    isBusy: isRunning(run) || !isReady,
    commit,
    flush,
    whyUnsaved,
    follow,
  })
  const startHalving = createRunStarter('register', actions.halve, showStarting, handleResponse)
  return {
    draftId,
    run,
    isUnreachable,
    endedCount,
    endedRunId,
    outcomeSentence,
    alarms,
    registeredElsewhere,
    halted,
    offers,
    startHalving,
    newRequest,
    flush,
    follow,
    dialog,
    ...start,
  }
}
