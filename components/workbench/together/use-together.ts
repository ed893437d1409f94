import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { LiveChannel } from '@/components/workbench/live/live-channel'
import { fetchInTime } from '@/components/workbench/requests/fetch-in-time'
import type { OpenedDraft } from '@/components/workbench/saving/journal/open'
import type { SaveQueue, SyncListener } from '@/components/workbench/saving/save-queue'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { ConflictNotice, Cursor, DraftChanges, Participant } from '@/lib/desk-api/drafts/changes'
import type { Patch } from '@/lib/sheet/draft/draft'
import type { LineId } from '@/lib/sheet/schema/line'
import { RepeatedRead } from './repeated-read'
import { useActivity } from './use-activity'
import { useConflictMessage } from './use-participant-names'

/**
 * Between two reads, in milliseconds: while the live channel reports changes, without it on a visible and on a hidden
 * page, and after a read without a response.
 */
const LIVE_INTERVAL_MS = 120_000
const VISIBLE_INTERVAL_MS = 1000
const HIDDEN_INTERVAL_MS = 10_000
const RETRY_DELAY_MS = 5000
/** Delay of the next read when there is more to read, or a save overtook the last one, in milliseconds. */
const REPEAT_DELAY_MS = 30
/** Minimum time between two reads that the live channel causes, in milliseconds. */
const MIN_INTERVAL_MS = 300

/** The screen's data about others who work on the draft. */
export interface Together {
  readonly participants: readonly Participant[]
  /** The actions of others in the last seconds, as a sentence; otherwise ''. */
  readonly activity: string
  /** Texts of the operator that others overwrote, until they are dismissed. */
  readonly notices: readonly ConflictNotice[]
  /** @returns the ids of the notices that the server stores */
  dismissNotices(): string[]
  readonly listener: SyncListener
}

interface Options {
  saving: SaveQueue
  opened: OpenedDraft
  draftId: string
  /** The name of the draft when the page was loaded. */
  name: string
  live: LiveChannel
  /** The cell that is being edited. */
  editing: SyncListener['editing']
  /** Called with the draft's name after another participant has changed it. */
  rename: (name: string) => void
  /** Called with the draft's connection, and the rehearsing services, after each read. */
  connect: (changes: Pick<DraftChanges, 'connectionId' | 'rehearsals'>) => void
}

/** Reads what others change in the draft and applies it to the workbook. */
export function useTogether(options: Options): Together {
  const { saving, opened, draftId, live, editing, rename, connect } = options
  const { grid, announce } = useWorkbench()
  const [participants, setParticipants] = useState<readonly Participant[]>([])
  const [notices, setNotices] = useState<readonly ConflictNotice[]>(() => noticesAtOpening(opened))
  const [activity, noteActivity] = useActivity()
  const conflictMessage = useConflictMessage()
  /** The name that the server sent last. */
  const receivedName = useRef(options.name)
  const onRenamed = useEffectEvent(rename)
  const onConnection = useEffectEvent(connect)
  const listener = useMemo<SyncListener>(
    () => ({
      editing,
      onChanges: (patch, changes, work) => {
        const apply = () => flushSync(work)
        if (grid.current) grid.current.keepView(apply)
        else apply()
        grid.current?.flash(changedCells(patch))
        noteActivity(patch, changes)
      },
      onConflicts: conflicts => {
        const message = conflictMessage(conflicts)
        if (message !== '') announce(message)
      },
    }),
    [grid, editing, announce, noteActivity, conflictMessage],
  )

  useEffect(() => {
    const stop = new AbortController()
    let seenRevision = 0
    /** @returns milliseconds until the next read */
    const read = async (): Promise<number> => {
      const changes = await fetchChanges(draftId, saving, seenRevision, stop.signal)
      if (stop.signal.aborted || changes === null) return live.isOpen ? LIVE_INTERVAL_MS : VISIBLE_INTERVAL_MS
      if (!changes) return RETRY_DELAY_MS
      if (changes.name !== receivedName.current) onRenamed(changes.name)
      receivedName.current = changes.name
      onConnection(changes)
      setParticipants(now => (isSame(now, changes.participants) ? now : changes.participants))
      if (changes.notices.length > 0) {
        seenRevision = Math.max(...changes.notices.map(({ revision }) => revision))
        setNotices(now => [...now, ...changes.notices])
      }
      const isApplied = changes.isOutdated
        ? await fetchAllLines(draftId, saving, listener, stop.signal)
        : await saving.receive(changes, listener)
      if (isApplied === undefined) return RETRY_DELAY_MS
      if (!isApplied || changes.next) return REPEAT_DELAY_MS
      if (live.isOpen) return LIVE_INTERVAL_MS
      return document.visibilityState === 'visible' ? VISIBLE_INTERVAL_MS : HIDDEN_INTERVAL_MS
    }
    const repeated = new RepeatedRead(read, MIN_INTERVAL_MS)
    const look = () => {
      if (document.visibilityState === 'visible') void repeated.now()
    }
    const leave = () => {
      const query = new URLSearchParams({ editingSession: saving.editingSession, leave: '1' })
      fetch(`/drafts/${draftId}/changes?${query}`, { keepalive: true }).catch(() => {})
    }
    void repeated.now()
    const unsubscribe = live.subscribe('changes', () => repeated.handleChange())
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pagehide', leave)
    return () => {
      stop.abort()
      repeated.stop()
      unsubscribe()
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [saving, draftId, live, listener])

  const dismissNotices = () => {
    setNotices([])
    return notices.flatMap(({ id }) => (id === '' ? [] : id))
  }
  return { participants, activity, notices, dismissNotices, listener }
}

/** Notices about unsaved edits of an earlier session, in cells that other operators have written into since. */
const noticesAtOpening = ({ overwritten }: OpenedDraft): ConflictNotice[] =>
  overwritten.map(({ id: line, texts }) => ({
    id: '',
    revision: 0,
    kind: 'replaced',
    line,
    texts,
    by: { name: '', isYou: false },
  }))

/** @returns null if the server has no draft with this id; undefined if no response came */
async function fetchChanges(
  draftId: string,
  saving: SaveQueue,
  notified: number,
  signal: AbortSignal,
): Promise<DraftChanges | null | undefined> {
  const { revision, line }: Cursor = saving.cursor
  const query = new URLSearchParams({
    editingSession: saving.editingSession,
    since: String(revision),
    line,
    notified: String(notified),
  })
  try {
    return await fetchInTime(
      `/drafts/${draftId}/changes?${query}`,
      { cache: 'no-store', signal },
      (response): Promise<DraftChanges | null> | undefined => (response.ok ? response.json() : undefined),
    )
  } catch {
    return undefined
  }
}

/**
 * Reads all lines: the server no longer knows which lines were removed since the last read.
 * @returns whether they were not outdated by a save; undefined if no response came
 */
async function fetchAllLines(
  draftId: string,
  saving: SaveQueue,
  listener: SyncListener,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  try {
    return await fetchInTime(
      `/drafts/${draftId}/lines`,
      { cache: 'no-store', signal },
      async (response): Promise<boolean | undefined> =>
        response.ok ? saving.receiveAll(await response.json(), listener) : undefined,
    )
  } catch {
    return undefined
  }
}

const isSame = (a: readonly Participant[], b: readonly Participant[]): boolean =>
  a.length === b.length && a.every((one, i) => one.name === b[i]?.name && one.isYou === b[i]?.isYou)

/** The cells that a patch changed, by line; undefined: the whole line is new. */
const changedCells = ({ changes, inserted }: Patch): ReadonlyMap<LineId, ReadonlySet<string> | undefined> =>
  new Map([
    ...inserted.map(({ id }) => [id, undefined] as const),
    ...changes.map(({ line, after }) => [line, new Set(Object.keys(after))] as const),
  ])
