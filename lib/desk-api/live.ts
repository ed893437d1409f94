import * as z from 'zod'

/**
 * Events of `GET /drafts/[id]/live`, a stream of Server-Sent Events. `ready`: the connection works. `change`: parts of the
 * draft changed, separated by blanks in its data; they are read as always. `heartbeat`: nothing changed for a while.
 */
export type LiveEvent = 'ready' | 'change' | 'heartbeat'

/** `changes`: lines, name, participants and conflicts (`/changes`). `runs`: runs and outcomes (`/outcomes`). */
export type LivePart = 'changes' | 'runs'

/** What the address of a stream says: the editing session that others see as open as long as the stream is. */
export const liveQuery = z.object({ editingSession: z.string().max(100).catch('') })
