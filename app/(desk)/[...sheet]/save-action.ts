'use server'
import { action } from '@/lib/auth/guard'
import { done } from '@/lib/auth/outcome'
import { isSameText } from '@/lib/sheet/replay'
import { database } from '@/lib/store/database'
import { readLines, saveLines } from '@/lib/store/drafts'
import { heldLines } from '@/lib/store/ledger'
import { away } from './away'
import { environmentOf } from './environment'
import { saveSchema } from './schema'

/**
 * Saves what was edited. Lines whose orders are at the service of the connection in use keep what they say, and only
 * take their places among the others; `refused` counts those that were to say something else.
 */
export const saveDraft = action({ role: 'editor', input: saveSchema }, async (input, operator) => {
  const draft = {
    id: input.draftId,
    sheet: input.sheetId,
    name: input.name,
    operatorId: operator.id,
    records: input.records,
  }
  const { write } = await database()
  return write(async trx => {
    const held = await heldLines(trx, input.draftId, await environmentOf(trx, input.connectionId))
    const kept = input.upserts.filter(line => held.has(line.id))
    const stored = new Map(
      kept.length === 0 ? [] : (await readLines(trx, draft.id)).map(line => [line.id, line]),
    )
    const upserts = input.upserts.flatMap(line => {
      const now = held.has(line.id) ? stored.get(line.id) : line
      return now ? { ...now, rank: line.rank } : []
    })
    const removes = input.removes.filter(line => !held.has(line))
    const fate = await saveLines(trx, draft, { upserts, removes }, new Date())
    if (fate.state !== 'open') return away(fate)
    const changed = kept.filter(line => !isSameText(stored.get(line.id)?.texts ?? {}, line.texts))
    return done({ refused: changed.length + input.removes.length - removes.length })
  })
})
