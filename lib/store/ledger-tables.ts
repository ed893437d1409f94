import 'server-only'

/** Tables of the registration ledger. */
export type LedgerTables = Record<never, never>
