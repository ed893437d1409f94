'use server'
import { randomUUID } from 'node:crypto'
import { action } from '@/lib/auth/guard'
import { done, trouble } from '@/lib/auth/outcome'
import { carryOver, carryTargets } from '@/lib/sheet/carry-over'
import { findSheet, type Sheet, sheets } from '@/lib/sheet/sheets'
import { database } from '@/lib/store/database'
import { archiveDraft } from '@/lib/store/draft-fates'
import { fateOf, findDraft, readLines, renameDraft, saveLines } from '@/lib/store/drafts'
import { heldLines } from '@/lib/store/held-lines'
import { words } from '@/lib/words/server'
import { away } from './away'
import { environmentOf } from './environment'
import { bringBackSchema, carrySchema, renameSchema } from './schema'

const drafts = words('drafts')
const sayCarry = words('carryOver')
const title = words('workbench.sheets')

/** Gives a draft another name; one that was never saved is made by it. */
export const nameDraft = action({ role: 'editor', input: renameSchema }, async (input, operator) => {
  const { write } = await database()
  return write(async trx => {
    if (await renameDraft(trx, input.draftId, input.name)) return done(null)
    const draft = { id: input.draftId, sheet: input.sheetId, name: input.name, operatorId: operator.id }
    const fate = await saveLines(trx, draft, { upserts: [], removes: [] }, new Date())
    return fate.state === 'open' ? done(null) : away(fate)
  })
})

/** Has an archived draft take edits again, while it is open. The page must not be made anew: it holds edits. */
export const bringBack = action({ role: 'editor', input: bringBackSchema }, async ({ draftId }) => {
  const { write } = await database()
  return write(async trx => {
    await archiveDraft(trx, draftId, null)
    const fate = await fateOf(trx, draftId)
    return fate.state === 'open' ? done(null) : away(fate)
  })
})

/** Makes a draft of another sheet out of the stored lines of one. Without `all`, what is registered stays. */
export const carryDraftOver = action({ role: 'editor', input: carrySchema }, async (input, operator) => {
  const { write } = await database()
  const to = sheets[input.to]
  return write(async trx => {
    const draft = await findDraft(trx, input.draftId)
    const from = draft && findSheet(draft.sheet.split('/'))
    if (!from || !carryTargets(from).includes(input.to)) return trouble('gone', drafts('gone'))
    const held = await heldLines(trx, draft.id, await environmentOf(trx, input.connectionId))
    const isLeft = (line: string) => !input.all && held.has(line)
    const { lines, records } = carryOver(await readLines(trx, draft.id), from, to, isLeft)
    const head = {
      id: randomUUID(),
      sheet: to.id,
      name: carriedName(draft.name, from, to),
      operatorId: operator.id,
      records: records.there,
    }
    const upserts = lines.map(line => ({ ...line, id: randomUUID() }))
    await saveLines(trx, head, { upserts, removes: [] }, new Date())
    return done({ path: `/${to.id}/${head.id}` })
  })
})

/** The name of a draft with the sheet it was carried to; carried back it does not grow. */
function carriedName(name: string, from: Sheet, to: Sheet): string {
  const suffix = (sheet: Sheet) => sayCarry('name', { name: '', sheet: title(sheet.id) })
  const bare = name.endsWith(suffix(from)) ? name.slice(0, -suffix(from).length) : name
  const rest = 100 - suffix(to).length
  return `${bare.slice(0, rest).toWellFormed()}${suffix(to)}`
}
