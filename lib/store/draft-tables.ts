import 'server-only'

/** Tables of drafts of sheets. */
export type DraftTables = Record<never, never>
