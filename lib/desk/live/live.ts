import 'server-only'
import { createHash } from 'node:crypto'
import type { LiveEvent } from '@/lib/desk-api/drafts/live'
import { logFault } from '@/lib/log/log'
import { type Database, database } from '@/lib/store/db/database'
import {
  ageEditingSession,
  EDITING_SESSION_TIMEOUT_MS,
  touchEditingSession,
  touchEditingSessions,
} from '@/lib/store/drafts/editing-sessions'
import { readDraftPulses } from '@/lib/store/drafts/pulses'
import { listSessionRoles, touchSessions } from '@/lib/store/people/sign-in/sessions'
import { iso } from '@/lib/store/stored-values'
import { LiveHub, type LiveIntervals, type LiveSource, type LiveStream } from './hub'

/**
 * A workbench whose stream was closed from its side counts as closed after this time, in milliseconds, unless it
 * requests something again: a hidden page polls every ten seconds, a browser that was killed is silent.
 */
const LOST_AFTER_MS = 20_000

const INTERVALS: Omit<LiveIntervals, 'pulse'> = {
  announcedPulse: 5_000,
  afterCommit: 30,
  least: 200,
  heartbeat: 20_000,
  sessions: 5_000,
  touch: 25_000,
}

/**
 * Milliseconds between two reads of all pulses while no announcements of other servers arrive. On PostgreSQL an edit
 * there must appear within a second. A SQLite file has one server; besides it only commands of an administrator write.
 */
const PULSE_MS = { postgres: 400, sqlite: 5_000 }

// Next compiles a module several times into one process, which must share one hub.
const shared = globalThis as { [key: symbol]: Promise<LiveHub> | 'closed' | undefined }
const KEY = Symbol.for('lading.live')

/** The hub of this process; undefined once the server is stopping. */
async function liveHub(): Promise<LiveHub | undefined> {
  const current = shared[KEY]
  if (current === 'closed') return undefined
  if (current) return current
  const opening = database().then(
    opened => new LiveHub(sourceOf(opened), { ...INTERVALS, pulse: PULSE_MS[opened.dialect] }),
  )
  shared[KEY] = opening
  opening.catch(() => {
    if (shared[KEY] === opening) shared[KEY] = undefined
  })
  return opening
}

/** Ends all streams and opens no new ones: a stopping server waits for its responses. */
export async function closeLiveStreams(): Promise<void> {
  const current = shared[KEY]
  shared[KEY] = 'closed'
  if (current && current !== 'closed') (await current.catch(() => undefined))?.close()
}

/** The reader of a stream, and its draft. */
export type LiveReader = Pick<LiveStream, 'draftId' | 'editingSession' | 'operatorId' | 'sessionId' | 'role'>

/**
 * Opens the stream of a draft as Server-Sent Events (`LiveEvent`).
 * @param lastEventId of the last event that the browser received before it lost its connection; '' for none
 * @returns `too-many`: the operator has too many streams; `stopping`: the server is stopping
 */
export async function openLiveStream(
  reader: LiveReader,
  lastEventId: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array> | 'too-many' | 'stopping'> {
  const hub = await liveHub()
  if (!hub) return 'stopping'
  // Before anything is written: streams that are opened at once are counted, too.
  const releaseSlot = hub.acquireSlot(reader.operatorId)
  if (!releaseSlot) return 'too-many'
  try {
    await noteOpened(reader)
  } catch (error) {
    releaseSlot()
    throw error
  }
  const text = new TextEncoder()
  const [changes, runs] = lastEventId.split('.')
  const known = changes && runs ? { changes, runs } : undefined
  let closeStream: (() => void) | undefined
  let isOver = false
  const close = () => {
    closeStream?.()
    releaseSlot()
  }
  /** After the reader has gone. */
  const leave = () => {
    close()
    noteLost(hub, reader).catch(error => logFault('a closed workbench could not be noted', error))
  }
  return new ReadableStream({
    start: controller => {
      const end = () => {
        if (isOver) return
        isOver = true
        close()
        controller.close()
      }
      const send = (event: LiveEvent, data = '', id?: string) => {
        // A browser that no longer reads counts as disconnected.
        if ((controller.desiredSize ?? 0) < -MAX_UNREAD) return lost()
        controller.enqueue(
          text.encode(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`),
        )
      }
      const lost = () => {
        if (isOver) return
        end()
        leave()
      }
      signal.addEventListener('abort', lost, { once: true })
      closeStream = hub.open(
        {
          ...reader,
          onChange: (parts, pulse) => send('change', parts.join(' '), `${pulse.changes}.${pulse.runs}`),
          onHeartbeat: () => send('heartbeat'),
          onEnd: end,
        },
        known,
      )
      if (!closeStream || signal.aborted) end()
      else send('ready')
    },
    cancel: () => {
      // The stream is closed already: an abort that follows must not close it again.
      isOver = true
      leave()
    },
  })
}

/** Maximum number of events that wait for a browser. */
const MAX_UNREAD = 100

/** Shows other operators that the reader is present. A draft that is not saved yet has no other operators. */
async function noteOpened({ draftId, editingSession, operatorId }: LiveReader): Promise<void> {
  if (editingSession === '') return
  const { kysely, dialect, write } = await database()
  const pulses = await readDraftPulses({ kysely, dialect }, [draftId], '')
  if (!pulses.has(draftId)) return
  await write(trx => touchEditingSession(trx, { draftId, id: editingSession }, operatorId, new Date()))
}

/** Shows other operators that a reader is gone, soon instead of after its timeout. Its next request takes that back. */
async function noteLost(hub: LiveHub, { draftId, editingSession }: LiveReader): Promise<void> {
  if (editingSession === '' || hub.reads(editingSession)) return
  const { write } = await database()
  const seenAt = new Date(Date.now() - EDITING_SESSION_TIMEOUT_MS + LOST_AFTER_MS)
  await write(trx => ageEditingSession(trx, { draftId, id: editingSession }, seenAt))
}

function sourceOf(opened: Database): LiveSource {
  return {
    readPulses: async draftIds => {
      const since = iso(Date.now() - EDITING_SESSION_TIMEOUT_MS)
      const pulses = await readDraftPulses(opened, draftIds, since)
      for (const [id, { changes, runs }] of pulses)
        pulses.set(id, { changes: digest(changes), runs: digest(runs) })
      return pulses
    },
    readRoles: sessionIds => listSessionRoles(opened.kysely, sessionIds),
    touch: streams =>
      opened.write(async trx => {
        const now = new Date()
        const keys = streams.map(({ draftId, editingSession: id }) => ({ draftId, id }))
        await touchEditingSessions(
          trx,
          keys.filter(({ id }) => id !== ''),
          now,
        )
        await touchSessions(trx, [...new Set(streams.map(({ sessionId }) => sessionId))], now)
      }),
    onCommit: listener => {
      const stops = [opened.onCommit(listener), opened.channel.listen('changed', listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    isAnnounced: () => opened.channel.isConnected,
    onFailure: error => logFault('changes to open drafts could not be read', error),
  }
}

/** Shortens a pulse to the length of an event id. */
const digest = (text: string): string => createHash('sha1').update(text).digest('base64url').slice(0, 16)
