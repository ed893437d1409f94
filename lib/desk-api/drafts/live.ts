import * as z from 'zod'

/**
 * Events of `GET /drafts/[id]/live`, a stream of Server-Sent Events. `ready`: the connection works. `change`: its data
 * names the changed parts, separated by blanks; the browser then requests them. `heartbeat`: nothing has changed.
 */
export type LiveEvent = 'ready' | 'change' | 'heartbeat'

/** `changes`: lines, name, participants and conflicts (`/changes`). `runs`: runs and outcomes (`/outcomes`). */
export type LivePart = 'changes' | 'runs'

/** Query of a stream: the editing session that counts as open while the stream is open. */
export const liveQuery = z.object({ editingSession: z.string().max(100).catch('') })
