'use server'
import { problemSentence } from '@/app/drafts/problem-sentence'
import { action } from '@/lib/auth/guard'
import { done, type Outcome, trouble } from '@/lib/auth/outcome'
import { checkedForm, PASS_LIFE_MS, type PreparedOrder, type RunRequest } from '@/lib/ledger/prepared'
import { draftOutcomes, pardonRefused, resumeStanding, startRun } from '@/lib/ledger/runner'
import { sheets } from '@/lib/sheet/sheets'
import { environmentId, findConnection } from '@/lib/store/connections'
import { database } from '@/lib/store/database'
import { fateOf, findDraft, readLines } from '@/lib/store/drafts'
import { heldLines } from '@/lib/store/ledger'
import { countStandingOrders } from '@/lib/store/runs'
import { away } from './away'
import { environmentOf } from './environment'
import { prepareOrders } from './prepare'
import { runSchema } from './schema'

interface Taken {
  runId: string
  taken: number
  withheld: number
  /** Of a check: passed already, as they are. */
  fresh?: number
  /** Nothing was begun: in production this many are to be confirmed first. */
  toConfirm?: number
}

/**
 * Asks the service about the orders that the desk does not refuse already and that have no fresh pass as they are.
 * Where no operation checks, what the service refused is looked at as if it had not: it may be registered again.
 */
export const check = action({ role: 'editor', input: runSchema }, async (input, operator) => {
  const { check: operation } = sheets[input.sheetId]
  const closed = await whyClosed(input)
  if (closed) return closed
  const { orders: all, withheld } = await prepared(input)
  if (!operation) await pardonRefused(input.draftId, input.connectionId, all)
  const isFresh = await freshPasses(input)
  const orders = all.filter(order => !isFresh(order))
  if (!operation || orders.length === 0) return done({ runId: '', taken: 0, withheld })
  const begun = await begin({ ...input, kind: 'check', operation, operatorId: operator.id, orders }, withheld)
  return begun.ok ? done({ ...begun.value, fresh: all.length - orders.length }) : begun
})

/**
 * Registers what passed its check exactly as it is now; where no service checks, what the desk takes and nobody has
 * refused as it is. The ledger decides about each. In production nothing is begun that the operator did not confirm by
 * typing its count, orders that wait behind a run that stopped among it.
 */
export const register = action({ role: 'registrar', input: runSchema }, async (input, operator) => {
  const { check: isChecked, register: operation } = sheets[input.sheetId]
  const closed = await whyClosed(input)
  if (closed) return closed
  const waiting = await countStanding(input)
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
  const nothing: Outcome<Taken> = done({ runId: '', taken: 0, withheld: 0 })
  const confirmed = input.confirmed === undefined ? undefined : input.confirmed - waiting.count
  const fresh = { ...input, confirmed, kind: 'register', operation, operatorId: operator.id, orders } as const
  const begun = orders.length === 0 ? nothing : await begin(fresh, 0)
  if (!begun.ok) return begun
  if (begun.value.toConfirm !== undefined) {
    return done({ ...begun.value, toConfirm: begun.value.toConfirm + waiting.count })
  }
  if (waiting.mustConfirm && begun.value.taken + waiting.count !== input.confirmed) {
    return done({ ...begun.value, toConfirm: waiting.count })
  }
  // Orders that wait behind a run that stopped go on, too: the operator has seen why it stopped.
  const [resumed] = await resumeStanding(input.draftId, input.connectionId)
  return done({ ...begun.value, runId: begun.value.runId || (resumed ?? '') })
})

/** A pass that is older than this is renewed by a check, so that it does not end between the check and Register. */
const RENEWED_AFTER_MS = (PASS_LIFE_MS * 2) / 3

/** Tells whether an order passed on this connection exactly as it is, and lately. */
async function freshPasses({ draftId, connectionId }: Press): Promise<(order: PreparedOrder) => boolean> {
  const since = new Date(Date.now() - RENEWED_AFTER_MS).toISOString()
  const passed = new Map(
    (await draftOutcomes(draftId, connectionId))
      .filter(outcome => outcome.state === 'passed' && outcome.checkedAt >= since)
      .map(outcome => [outcome.mallOrderNumber, outcome.sha256]),
  )
  return order => passed.get(order.mallOrderNumber) === checkedForm(order).sha256
}

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

/** How many orders wait behind registrations that stopped, and whether a person must confirm that they go on. */
async function countStanding({ draftId, connectionId }: Press) {
  const { kysely } = await database()
  const connection = await findConnection(kysely, connectionId)
  if (!connection) return { count: 0, mustConfirm: false }
  const count = await countStandingOrders(kysely, draftId, environmentId(connection))
  return { count, mustConfirm: count > 0 && connection.environment === 'production' }
}

async function begin(request: RunRequest, withheld: number): Promise<Outcome<Taken>> {
  const started = await startRun(request)
  if (!started.ok && started.problem.code === 'unconfirmed') {
    return done({ runId: '', taken: 0, withheld, toConfirm: started.problem.count ?? 0 })
  }
  if (!started.ok) return trouble(started.problem.code, problemSentence(started.problem))
  return done({ runId: started.runId, taken: started.taken, withheld })
}
