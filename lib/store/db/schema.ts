import 'server-only'
import type { BackupTables } from '@/lib/store/backup/tables'
import type { ConnectionTables } from '@/lib/store/connections/tables'
import type { DraftTables, SourceTables, ViewTables } from '@/lib/store/drafts/tables'
import type { IntakeTables } from '@/lib/store/intake/tables'
import type { HistoryTables } from '@/lib/store/ledger/history/tables'
import type { LedgerTables } from '@/lib/store/ledger/tables'
import type { FillTables, RecipeTables, RuleTables } from '@/lib/store/master/tables'
import type { NotificationTables } from '@/lib/store/notifications/tables'
import type { OperatorTables } from '@/lib/store/people/tables'
import type { CredentialTables, ServiceTables } from '@/lib/store/service/tables'

/**
 * All tables, one interface per noun. Columns mean the same in both databases: 64-bit ids, JSON and times
 * (ISO 8601, UTC) are TEXT, booleans are INTEGER 1 and 0, fractions are double precision.
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
    IntakeTables,
    FillTables,
    RecipeTables,
    RuleTables,
    NotificationTables,
    BackupTables {}

/** The two databases that Lading runs on. */
export type DialectName = 'sqlite' | 'postgres'
