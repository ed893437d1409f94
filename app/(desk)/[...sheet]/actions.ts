'use server'
import { randomUUID } from 'node:crypto'
import { problemSentence } from '@/app/drafts/problem-sentence'
import { action } from '@/lib/auth/guard'
import { done, type Outcome, trouble } from '@/lib/auth/outcome'
import type { RunRequest } from '@/lib/ledger/prepared'
import { draftOutcomes, pardonRefused, resumeStanding, startRun } from '@/lib/ledger/runner'
import { carryOver, carryTargets } from '@/lib/sheet/carry-over'
import { findSheet, type Sheet, sheets } from '@/lib/sheet/sheets'
import { database } from '@/lib/store/database'
import { archiveDraft } from '@/lib/store/draft-fates'
import { fateOf, findDraft, readLines, renameDraft, saveLines } from '@/lib/store/drafts'
import { heldLines } from '@/lib/store/ledger'
import { words } from '@/lib/words/server'
import { away } from './away'
import { environmentOf } from './environment'
import { prepareOrders } from './prepare'
import { bringBackSchema, carrySchema, renameSchema, runSchema } from './schema'

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

interface Taken {
  runId: string
  taken: number
  withheld: number
}

/**
 * Asks the service about every order that the desk does not refuse already. Where no operation checks, what the
 * service refused is looked at as if it had not: it may be registered again.
 */
export const check = action({ role: 'editor', input: runSchema }, async (input, operator) => {
  const { check: operation } = sheets[input.sheetId]
  const closed = await whyClosed(input)
  if (closed) return closed
  const { orders, withheld } = await prepared(input)
  if (!operation) await pardonRefused(input.draftId, input.connectionId, orders)
  if (!operation || orders.length === 0) return done({ runId: '', taken: 0, withheld })
  return begin({ ...input, kind: 'check', operation, operatorId: operator.id, orders }, withheld)
})

/**
 * Registers what passed its check exactly as it is now; where no service checks, what the desk takes and nobody has
 * refused as it is. The ledger decides about each.
 */
export const register = action({ role: 'registrar', input: runSchema }, async (input, operator) => {
  const { check: isChecked, register: operation } = sheets[input.sheetId]
  const closed = await whyClosed(input)
  if (closed) return closed
  // Orders that wait behind a run that stopped go on first: the operator has seen why it stopped.
  const [resumed] = await resumeStanding(input.draftId, input.connectionId)
  const known = new Map(
    (await draftOutcomes(input.draftId, input.connectionId)).map(outcome => [
      outcome.mallOrderNumber,
      outcome,
    ]),
  )
  const all = await prepared(input)
  const orders = all.orders.filter(order => {
    const outcome = known.get(order.mallOrderNumber)
    const isSame = outcome?.sha256 === (order.checked ?? order).sha256
    return isChecked ? isSame && outcome?.state === 'passed' : !isSame || outcome?.state === 'passed'
  })
  if (orders.length === 0) return done({ runId: resumed ?? '', taken: 0, withheld: 0 })
  return begin({ ...input, kind: 'register', operation, operatorId: operator.id, orders }, 0)
})

interface Press {
  draftId: string
  sheetId: keyof typeof sheets
  connectionId: string
}

/** Why nothing may be sent of a draft: it was put away, or it is of another sheet than the press says. */
async function whyClosed({ draftId, sheetId }: Press) {
  const { kysely } = await database()
  const fate = await fateOf(kysely, draftId)
  if (fate.state !== 'open') return away(fate)
  const draft = await findDraft(kysely, draftId)
  const isOther = draft !== undefined && draft.sheet !== sheetId
  return isOther ? trouble('malformed', problemSentence({ code: 'malformed' })) : undefined
}

async function prepared({ draftId, sheetId, connectionId }: Press) {
  const { kysely } = await database()
  const held = await heldLines(kysely, draftId, await environmentOf(kysely, connectionId))
  return prepareOrders(await readLines(kysely, draftId), sheets[sheetId], held)
}

async function begin(request: RunRequest, withheld: number): Promise<Outcome<Taken>> {
  const started = await startRun(request)
  if (!started.ok) return trouble(started.problem.code, problemSentence(started.problem))
  return done({ runId: started.runId, taken: started.taken, withheld })
}
