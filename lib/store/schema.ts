import 'server-only'
import type { ConnectionTables } from './connection-tables'
import type { CredentialTables } from './credential-tables'
import type { DraftTables } from './draft-tables'
import type { FillTables } from './fill-tables'
import type { HistoryTables } from './history-tables'
import type { LedgerTables } from './ledger-tables'
import type { OperatorTables } from './operator-tables'
import type { RecipeTables } from './recipe-tables'
import type { ServiceTables } from './service-tables'
import type { SourceTables } from './source-tables'
import type { ViewTables } from './view-tables'

/**
 * Every table, one interface a noun. Columns mean the same in both databases: ids of 64 bits are TEXT, JSON is
 * TEXT, a time is TEXT (ISO 8601, UTC), true and false are the INTEGERs 1 and 0, fractions are double precision.
 */
export interface Schema
  extends OperatorTables,
    CredentialTables,
    ServiceTables,
    DraftTables,
    ConnectionTables,
    LedgerTables,
    HistoryTables,
    ViewTables,
    SourceTables,
    FillTables,
    RecipeTables {}

/** Which database answers. */
export type DialectName = 'sqlite' | 'postgres'
