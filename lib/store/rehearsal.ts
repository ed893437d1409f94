import 'server-only'
import type { Rehearsal } from '@/lib/contract/rehearsals'
import type { Handle } from './database'

/**
 * Tells how the embedded service shall misbehave towards a connection, from the next request on; null: not at all.
 * @returns whether there is such a connection; a service elsewhere cannot be told.
 */
export async function rehearse(handle: Handle, id: string, rehearsal: Rehearsal | null): Promise<boolean> {
  const changed = await handle
    .updateTable('connection')
    .set({ rehearsal, updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('kind', '=', 'embedded')
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}
