import 'server-only'
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { operations } from '@/lib/contract/operations'
import { readStrictJson } from '@/lib/contract/strict-json'
import type { Handle } from '@/lib/store/database'
import { holdDraft } from '@/lib/store/draft-fates'
import { findRunByRequest, insertRun, moveRun, noteTaken, type RunRow } from '@/lib/store/runs'
import type { Form, PreparedOrder, RunRequest } from './prepared'
import type { Problem, Refusal } from './problem'
import { iso, type Ports } from './runner-ports'
import { newRun } from './runner-rows'
import { takeToCheck, takeToRegister } from './runner-take'

/** How many orders a run took, and which it did not; or why there is no run. */
export type Started =
  | {
      readonly ok: true
      readonly runId: string
      readonly taken: number
      readonly refused: readonly Refusal[]
    }
  | { readonly ok: false; readonly problem: Problem }

/** Freezes the orders of a press and queues them, all in one transaction (T1). Nothing is sent here. */
export async function startRun(ports: Ports, request: RunRequest): Promise<Started> {
  const { database } = ports
  const before = await findRunByRequest(database.kysely, request.clientRequestId)
  if (before) return started(before)
  const malformed = await findMalformed(request)
  if (malformed) return { ok: false, problem: { code: 'malformed', detail: malformed.mallOrderNumber } }
  const door = await ports.openDoor(request.connectionId)
  if (!door) return { ok: false, problem: { code: 'connection_gone' } }
  if (request.kind === 'register' && !(await database.durable())) {
    return { ok: false, problem: { code: 'not_durable' } }
  }
  const run = newRun(request, door, iso(ports.now()))
  const take = async (trx: Handle) => {
    if (!(await holdDraft(trx, request.draftId))) return false
    if (!(await insertRun(trx, run))) return true
    const { taken, refused } =
      request.kind === 'check'
        ? await takeToCheck(trx, run, request)
        : await takeToRegister(ports, trx, run, request)
    const mustConfirm = request.kind === 'register' && door.environment === 'production' && taken > 0
    if (mustConfirm && request.confirmed !== taken) throw new Unconfirmed(taken)
    await noteTaken(trx, run.id, taken, JSON.stringify(refused))
    if (taken === 0) await moveRun(trx, run.id, ['running'], 'done', run.started_at)
    ports.fail('during_enqueue')
    return true
  }
  const isHeld = await database.accept(take).catch((error: unknown) => {
    if (error instanceof Unconfirmed) return error
    throw error
  })
  if (isHeld instanceof Unconfirmed)
    return { ok: false, problem: { code: 'unconfirmed', count: isHeld.count } }
  if (!isHeld) return { ok: false, problem: { code: 'draft_away' } }
  ports.fail('after_enqueue')
  const made = await findRunByRequest(database.kysely, request.clientRequestId)
  return made ? started(made) : { ok: false, problem: { code: 'storage' } }
}

/** Undoes a press on production that nobody confirmed by the count of what it takes. */
class Unconfirmed extends Error {
  constructor(readonly count: number) {
    super('a registration in production was not confirmed')
  }
}

const started = (run: RunRow): Started => ({
  ok: true,
  runId: run.id,
  taken: run.total,
  refused: JSON.parse(run.refused),
})

/** How many orders are read before others get their turn. */
const TURN = 500

async function findMalformed({ operation, orders }: RunRequest): Promise<PreparedOrder | undefined> {
  const path = operations[operation].number
  for (let at = 0; at < orders.length; at += TURN) {
    const malformed = orders.slice(at, at + TURN).find(order => !isWhole(order, path))
    if (malformed) return malformed
    await setImmediate()
  }
  return undefined
}

/** The hash and the number guard against doubles, so they are not believed but read from the bytes. */
function isWhole(order: PreparedOrder, path: readonly string[]): boolean {
  const forms = order.checked ? [order, order.checked] : [order]
  return forms.every(form => isHashed(form) && numberIn(form.payload, path) === order.mallOrderNumber)
}

const isHashed = ({ payload, sha256 }: Form) => createHash('sha256').update(payload).digest('hex') === sha256

function numberIn(payload: string, path: readonly string[]): unknown {
  const json = readStrictJson(Buffer.from(payload))
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
    json.ok ? json.value : undefined,
  )
}
