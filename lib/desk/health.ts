import 'server-only'
import { database } from '@/lib/store/db/database'
import { isDatabaseUsable } from '@/lib/store/db/health'

/** Whether the storage is readable and has free space. */
export const isStorageUsable = (): Promise<boolean> => isDatabaseUsable(database)
