import 'server-only'
import type { Handle } from './database'
import type { RunRow } from './runs'

/** Holds a run until the transaction ends: whoever ends it, or has it go on, waits. undefined: there is none. */
export function holdRun(handle: Handle, id: string): Promise<RunRow | undefined> {
  return handle
    .updateTable('run')
    .set(run => ({ state: run.ref('state') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}
