import 'server-only'

/** What a server announces to others: it committed changes, or it recorded work that any of them may do. */
export type Announcement = 'changed' | 'work'

/**
 * Announcements between servers that share a database. They are hints: one may be lost, so a reader still looks by
 * itself now and then.
 */
export interface ChangeChannel {
  /** Whether announcements of other servers arrive at present. False where servers cannot share a database. */
  readonly isConnected: boolean
  /** Announces to the other servers. Many announcements in a short time are sent as one. */
  announce(what: Announcement): void
  /** Calls a listener when another server announces something. @returns how to stop that */
  listen(what: Announcement, listener: () => void): () => void
  close(): Promise<void>
}

/** The channel of an embedded database, which has one server. */
export const noChannel: ChangeChannel = {
  isConnected: false,
  announce: () => {},
  listen: () => () => {},
  close: async () => {},
}
