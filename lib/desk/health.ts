import 'server-only'
import { database } from '@/lib/store/db/database'
import { checkDatabase, type DatabaseCondition } from '@/lib/store/db/health'

/** Whether the storage is readable and has free space, and if not, why. */
export const checkStorage = (): Promise<DatabaseCondition> => checkDatabase(database)
