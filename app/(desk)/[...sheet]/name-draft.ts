import 'server-only'
import type * as z from 'zod'
import { done, type Outcome } from '@/lib/auth/outcome'
import type { Database } from '@/lib/store/database'
import { renameDraft, saveLines } from '@/lib/store/drafts'
import { away } from './away'
import type { renameSchema } from './schema'

/** Gives a draft another name; one that was never saved is made by it. Dates are UTC. @throws StorageFull */
export function nameDraft(
  { accept }: Pick<Database, 'accept'>,
  input: z.output<typeof renameSchema>,
  operatorId: string,
  now: Date,
): Promise<Outcome<null>> {
  return accept(async trx => {
    if (await renameDraft(trx, input.draftId, input.name)) return done(null)
    const draft = { id: input.draftId, sheet: input.sheetId, name: input.name, operatorId }
    const fate = await saveLines(trx, draft, { upserts: [], removes: [] }, now)
    return fate.state === 'open' ? done(null) : away(fate)
  })
}
