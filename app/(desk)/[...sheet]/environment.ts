import { environmentId, findConnection } from '@/lib/store/connections'
import type { Handle } from '@/lib/store/database'

/** The environment of a connection; one that is gone has none, and a run on it says so. */
export async function environmentOf(handle: Handle, connectionId: string): Promise<string> {
  const connection = await findConnection(handle, connectionId)
  return connection ? environmentId(connection) : ''
}
