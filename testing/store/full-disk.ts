import 'server-only'
import type { Database } from '@/lib/store/db/database'
import { StorageFullError } from '@/lib/store/db/disk-space'

/** A database with only the reserved disk space left. */
export const withoutRoom = (database: Database): Database => ({
  ...database,
  accept: () => Promise.reject(new StorageFullError()),
  hasRoom: () => false,
})
