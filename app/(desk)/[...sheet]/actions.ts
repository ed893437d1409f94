'use server'
import { problemSentence } from '@/app/drafts/problem-sentence'
import { action } from '@/lib/auth/guard'
import { done, type Outcome, trouble } from '@/lib/auth/outcome'
import { draftOutcomes, heldLines, startRun } from '@/lib/ledger/runner'
import { sheets } from '@/lib/sheet/sheets'
import { database } from '@/lib/store/database'
import { readLines, renameDraft, saveLines } from '@/lib/store/drafts'
import { prepareOrders } from './prepare'
import { renameSchema, runSchema, saveSchema } from './schema'

/** Saves what was edited. Lines that are at the service are left as they are; `refused` counts them. */
export const saveDraft = action({ role: 'editor', input: saveSchema }, async (input, operator) => {
  const held = await heldLines(input.draftId)
  const upserts = input.upserts.filter(line => !held.has(line.id))
  const removes = input.removes.filter(line => !held.has(line))
  const draft = { id: input.draftId, sheet: input.sheetId, name: input.name, operatorId: operator.id }
  const { write } = await database()
  await write(trx => saveLines(trx, draft, { upserts, removes }, new Date()))
  return done({ refused: input.upserts.length + input.removes.length - upserts.length - removes.length })
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
export const check = action(
  { role: 'editor', input: runSchema },
  async (input, operator): Promise<Outcome<Taken>> => {
    const sheet = sheets[input.sheetId]
    const lines = await readLines((await database()).kysely, input.draftId)
    const { orders, withheld } = await prepareOrders(lines, sheet, await heldLines(input.draftId))
    if (orders.length === 0) return done({ runId: '', taken: 0, withheld })
    const run = { ...input, kind: 'check' as const, operation: sheet.check, operatorId: operator.id, orders }
    const started = await startRun(run)
    return started.ok
      ? done({ runId: started.runId, taken: started.taken, withheld })
      : trouble(started.problem.code, problemSentence(started.problem))
  },
)

/** Registers the orders that passed their check exactly as they are now; the ledger decides about each. */
export const register = action(
  { role: 'registrar', input: runSchema },
  async (input, operator): Promise<Outcome<Taken>> => {
    const sheet = sheets[input.sheetId]
    const lines = await readLines((await database()).kysely, input.draftId)
    const passed = new Map(
      (await draftOutcomes(input.draftId, input.connectionId))
        .filter(outcome => outcome.state === 'passed')
        .map(outcome => [outcome.mallOrderNumber, outcome.sha256]),
    )
    const prepared = await prepareOrders(lines, sheet, await heldLines(input.draftId))
    const orders = prepared.orders.filter(order => passed.get(order.mallOrderNumber) === order.sha256)
    if (orders.length === 0) return done({ runId: '', taken: 0, withheld: 0 })
    const run = {
      ...input,
      kind: 'register' as const,
      operation: sheet.register,
      operatorId: operator.id,
      orders,
    }
    const started = await startRun(run)
    return started.ok
      ? done({ runId: started.runId, taken: started.taken, withheld: 0 })
      : trouble(started.problem.code, problemSentence(started.problem))
  },
)
