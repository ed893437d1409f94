import 'server-only'

/** Tables of operators, their sessions and what slows down wrong passwords. */
export type OperatorTables = Record<never, never>
