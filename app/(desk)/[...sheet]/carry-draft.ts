import 'server-only'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import { done, type Outcome, trouble } from '@/lib/auth/outcome'
import { carryOver, carryTargets } from '@/lib/sheet/carry-over'
import { findSheet, type Sheet, sheets } from '@/lib/sheet/sheets'
import type { Database } from '@/lib/store/database'
import { findDraft, readLines, saveLines } from '@/lib/store/drafts'
import { heldLines } from '@/lib/store/held-lines'
import { words } from '@/lib/words/server'
import { environmentOf } from './environment'
import type { carrySchema } from './schema'

const drafts = words('drafts')
const say = words('carryOver')
const title = words('workbench.sheets')

/**
 * Makes a draft of another sheet out of the stored lines of one. Without `all`, what is registered stays. Nobody waits
 * for the reading of a long draft: only what is made of it is written in one piece.
 * @returns the path of the new draft. @throws StorageFull
 */
export async function carryDraft(
  { kysely, longReads, accept }: Pick<Database, 'kysely' | 'longReads' | 'accept'>,
  input: z.output<typeof carrySchema>,
  operatorId: string,
  now: Date,
): Promise<Outcome<{ path: string }>> {
  const to = sheets[input.to]
  const draft = await findDraft(kysely, input.draftId)
  const from = draft && findSheet(draft.sheet.split('/'))
  if (!from || !carryTargets(from).includes(input.to)) return trouble('gone', drafts('gone'))
  const held = await heldLines(longReads, draft.id, await environmentOf(kysely, input.connectionId))
  const isLeft = (line: string) => !input.all && held.has(line)
  const { lines, records } = carryOver(await readLines(longReads, draft.id), from, to, isLeft)
  const head = {
    id: randomUUID(),
    sheet: to.id,
    name: carriedName(draft.name, from, to),
    operatorId,
    records: records.there,
  }
  const upserts = lines.map(line => ({ ...line, id: randomUUID() }))
  await accept(trx => saveLines(trx, head, { upserts, removes: [] }, now))
  return done({ path: `/${to.id}/${head.id}` })
}

/** The name of a draft with the sheet it was carried to; carried back it does not grow. */
function carriedName(name: string, from: Sheet, to: Sheet): string {
  const suffix = (sheet: Sheet) => say('name', { name: '', sheet: title(sheet.id) })
  const bare = name.endsWith(suffix(from)) ? name.slice(0, -suffix(from).length) : name
  const rest = 100 - suffix(to).length
  return `${bare.slice(0, rest).toWellFormed()}${suffix(to)}`
}
