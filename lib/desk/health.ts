import 'server-only'
import { database } from '@/lib/store/db/database'
import { isDatabaseUsable } from '@/lib/store/db/health'

/** Whether the storage can be read and has room. */
export const isStorageUsable = (): Promise<boolean> => isDatabaseUsable(database)
