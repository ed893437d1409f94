import 'server-only'

/** Tables about backups of this database. */
export interface BackupTables {
  backup_record: BackupRecordTable
  restoration: RestorationTable
}

/** A backup that was begun. Times are ISO 8601. */
export interface BackupRecordTable {
  id: string
  host: string
  started_at: string
  /** When its process was last known to work on it. */
  beat_at: string
  /** Null: not finished. */
  finished_at: string | null
  path: string | null
  bytes: number | null
  encrypted: number | null
  /** Why it failed; null: it did not. */
  problem: string | null
}

/** A restore of this database from a backup. */
export interface RestorationTable {
  id: string
  restored_at: string
  /** When the backup was made, and by which version of Lading. */
  made_at: string
  version: string
  /** When a server adapted the ledger to it; null: not yet. */
  handled_at: string | null
}
