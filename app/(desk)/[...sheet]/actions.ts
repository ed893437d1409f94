'use server'
import { problemSentence } from '@/app/drafts/problem-sentence'
import { action } from '@/lib/auth/guard'
import { done, type Outcome, trouble } from '@/lib/auth/outcome'
import type { RunRequest } from '@/lib/ledger/prepared'
import { draftOutcomes, resumeStanding, startRun } from '@/lib/ledger/runner'
import { sheets } from '@/lib/sheet/sheets'
import { environmentId, findConnection } from '@/lib/store/connections'
import { database, type Handle } from '@/lib/store/database'
import { readLines, renameDraft, saveLines } from '@/lib/store/drafts'
import { heldLines } from '@/lib/store/ledger'
import { prepareOrders } from './prepare'
import { renameSchema, runSchema, saveSchema } from './schema'

/**
 * Saves what was edited. Lines whose orders are at the service of the connection in use are left as they are;
 * `refused` counts them.
 */
export const saveDraft = action({ role: 'editor', input: saveSchema }, async (input, operator) => {
  const draft = { id: input.draftId, sheet: input.sheetId, name: input.name, operatorId: operator.id }
  const { write } = await database()
  const refused = await write(async trx => {
    const held = await heldLines(trx, input.draftId, await environmentOf(trx, input.connectionId))
    const upserts = input.upserts.filter(line => !held.has(line.id))
    const removes = input.removes.filter(line => !held.has(line))
    await saveLines(trx, draft, { upserts, removes }, new Date())
    return input.upserts.length + input.removes.length - upserts.length - removes.length
  })
  return done({ refused })
})

/** Gives a draft another name; one that was never saved is made by it. */
export const nameDraft = action({ role: 'editor', input: renameSchema }, async (input, operator) => {
  const { write } = await database()
  await write(async trx => {
    if (await renameDraft(trx, input.draftId, input.name)) return
    const draft = { id: input.draftId, sheet: input.sheetId, name: input.name, operatorId: operator.id }
    await saveLines(trx, draft, { upserts: [], removes: [] }, new Date())
  })
  return done(null)
})

interface Taken {
  runId: string
  taken: number
  withheld: number
}

/** Asks the service about every order that the desk does not refuse already. */
export const check = action({ role: 'editor', input: runSchema }, async (input, operator) => {
  const { check: operation } = sheets[input.sheetId]
  const { orders, withheld } = await prepared(input)
  if (!operation || orders.length === 0) return done({ runId: '', taken: 0, withheld })
  return begin({ ...input, kind: 'check', operation, operatorId: operator.id, orders }, withheld)
})

/**
 * Registers what passed its check exactly as it is now; where no service checks, what the desk takes and nobody has
 * refused as it is. The ledger decides about each.
 */
export const register = action({ role: 'registrar', input: runSchema }, async (input, operator) => {
  const { check: isChecked, register: operation } = sheets[input.sheetId]
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
    return isChecked ? isSame && outcome?.state === 'passed' : !isSame
  })
  if (orders.length === 0) return done({ runId: resumed ?? '', taken: 0, withheld: 0 })
  return begin({ ...input, kind: 'register', operation, operatorId: operator.id, orders }, 0)
})

interface Press {
  draftId: string
  sheetId: keyof typeof sheets
  connectionId: string
}

async function prepared({ draftId, sheetId, connectionId }: Press) {
  const { kysely } = await database()
  const held = await heldLines(kysely, draftId, await environmentOf(kysely, connectionId))
  return prepareOrders(await readLines(kysely, draftId), sheets[sheetId], held)
}

/** The environment of a connection; one that is gone has none, and a run on it says so. */
async function environmentOf(handle: Handle, connectionId: string): Promise<string> {
  const connection = await findConnection(handle, connectionId)
  return connection ? environmentId(connection) : ''
}

async function begin(request: RunRequest, withheld: number): Promise<Outcome<Taken>> {
  const started = await startRun(request)
  if (!started.ok) return trouble(started.problem.code, problemSentence(started.problem))
  return done({ runId: started.runId, taken: started.taken, withheld })
}
