import 'server-only'
import type * as z from 'zod'
import type { carryOverSchema } from '@/lib/desk-api/drafts/drafts'
import { newDraftId, newLineId } from '@/lib/desk-api/drafts/ids'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import { carryOver, carryTargets } from '@/lib/sheet/acts/carry-over'
import { type Sheet, sheets } from '@/lib/sheet/schema/sheets'
import { type Database, database } from '@/lib/store/db/database'
import { readLines, saveLines } from '@/lib/store/drafts/drafts'
import { listHeldLines } from '@/lib/store/ledger/orders/held-lines'
import { getTranslations } from '@/lib/words/server'
import { environmentOf, findDraftAndSheet } from './draft-context'

const drafts = getTranslations('drafts')
const t = getTranslations('carryOver')
const sheetTitles = getTranslations('workbench.sheets')

/**
 * Creates a draft of another sheet from the stored lines of a draft. Without `all`, registered orders stay. Reading a
 * long draft does not block other writers: only the new lines are written in one transaction.
 * @returns the path of the new draft. @throws StorageFullError
 */
export async function carryDraftOver(
  input: z.output<typeof carryOverSchema>,
  operatorId: string,
  opened: Promise<Pick<Database, 'kysely' | 'longReads' | 'accept'>> = database(),
): Promise<Result<{ path: string }>> {
  const { kysely, longReads, accept } = await opened
  const to = sheets[input.to]
  const stored = await findDraftAndSheet(kysely, input.draftId)
  if (!stored || !carryTargets(stored.sheet).includes(input.to)) return fail('gone', drafts('gone'))
  const { draft, sheet: from } = stored
  const held = await listHeldLines(longReads, draft.id, await environmentOf(kysely, input.connectionId))
  const staysBehind = (line: string) => !input.all && held.has(line)
  const { lines, records } = carryOver(await readLines(longReads, draft.id), from, to, staysBehind)
  const head = {
    id: newDraftId(),
    sheet: to.id,
    name: carriedName(draft.name, from, to),
    operatorId,
    connectionId: input.connectionId,
    records: records.there,
  }
  const upserts = lines.map(line => ({ ...line, id: newLineId() }))
  await accept(trx => saveLines(trx, head, { upserts, removes: [] }, new Date()))
  return ok({ path: `/${to.id}/${head.id}` })
}

/** The name of a draft with its new sheet; carrying it back does not make the name longer. */
function carriedName(name: string, from: Sheet, to: Sheet): string {
  const suffix = (sheet: Sheet) => t('name', { name: '', sheet: sheetTitles(sheet.id) })
  const bare = name.endsWith(suffix(from)) ? name.slice(0, -suffix(from).length) : name
  const maxLength = 100 - suffix(to).length
  return `${bare.slice(0, maxLength).toWellFormed()}${suffix(to)}`
}
