import 'server-only'

/** Why files in the watched folder of this server wait. */
export interface InboxProblem {
  readonly folder: string
  /** Since when, in milliseconds. */
  readonly since: number
  /** The code of the file system: `ENOENT`. */
  readonly code: string
}

// Next compiles a module several times into one process, so the problem is kept on globalThis.
const shared = globalThis as { [key: symbol]: InboxProblem | undefined }
const KEY = Symbol.for('lading.inbox-problem')

/** Notes why files wait; undefined: the folder works. */
export function noteInboxProblem(problem: InboxProblem | undefined): void {
  shared[KEY] = problem
}

/** Why files in INBOX_DIR wait at this server; undefined if it works, or this server watches no folder. */
export const inboxProblem = (): InboxProblem | undefined => shared[KEY]
