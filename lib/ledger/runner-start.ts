import 'server-only'
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { operations } from '@/lib/contract/operations'
import { readStrictJson } from '@/lib/contract/strict-json'
import { holdDraft } from '@/lib/store/draft-fates'
import { endOwnWait } from '@/lib/store/ledger-environments'
import { saveScope } from '@/lib/store/ledger-scopes'
import { beginRun, holdPreparing } from '@/lib/store/run-ends'
import { findRunByRequest, insertRun, type RunRow } from '@/lib/store/runs'
import type { Form, PreparedOrder, RunRequest } from './prepared'
import type { Problem, Refusal } from './problem'
import { iso, type Ports } from './runner-ports'
import { livingBoots, sayAlive } from './runner-reap'
import { newRun, operationOf } from './runner-rows'
import { giveUpPreparing, sweep } from './runner-sweep'
import { countToRegister, NotOurs, type Taken, takeToCheck, takeToRegister } from './runner-take'

/** How many orders a run took, and which it did not; or why there is no run. */
export type Started =
  | {
      readonly ok: true
      readonly runId: string
      readonly taken: number
      readonly refused: readonly Refusal[]
    }
  | { readonly ok: false; readonly problem: Problem }

/** How long a repeated press waits before it looks again whether the first is in, in milliseconds. */
const LOOK_AGAIN_MS = 200

/** Times that a press is taken in before it gives up, when others keep taking its process for dead. */
const TRIES = 3

/**
 * Freezes the orders of a press and queues them (T1): in pieces, so that others write meanwhile, into a run that nobody
 * works on until the last transaction sets it going. What fails or dies before that leaves nothing queued
 * (runner-sweep.ts), and a process that was only held up for so long that it was taken for dead queues all of it again.
 * Nothing is sent here.
 */
export async function startRun(ports: Ports, request: RunRequest): Promise<Started> {
  for (let time = 1; ; time++) {
    const started = await takeIn(ports, request)
    if (started) return started
    if (time === TRIES || ports.closing.signal.aborted) break
    await sayAlive(ports, iso(ports.now()))
  }
  return { ok: false, problem: { code: 'not_taken_in' } }
}

/** @returns undefined when somebody took this process for dead and gave back what was queued */
async function takeIn(ports: Ports, request: RunRequest): Promise<Started | undefined> {
  const { database } = ports
  const before = await findTaken(ports, request.clientRequestId)
  if (before) return started(before)
  const malformed = await findMalformed(request)
  if (malformed) return { ok: false, problem: { code: 'malformed', detail: malformed.mallOrderNumber } }
  const door = await ports.openDoor(request.connectionId)
  if (!door) return { ok: false, problem: { code: 'connection_gone' } }
  if (request.kind === 'register' && !(await database.durable())) {
    return { ok: false, problem: { code: 'not_durable' } }
  }
  // What is on its way back to a sheet is neither free nor held yet.
  if (request.kind === 'register') await sweep(ports, await livingBoots(ports), door.envId)
  const run = newRun(request, door, ports.bootId, iso(ports.now()))
  const mustConfirm = request.kind === 'register' && door.environment === 'production'
  // Looked at first, so that a press that only asks for the count leaves no trace.
  const count = mustConfirm ? await countToRegister(ports, run, request) : 0
  if (count > 0 && count !== request.confirmed) return unconfirmed(count)
  ports.preparing.add(run.id)
  try {
    const isNew = await database.accept(async trx =>
      (await holdDraft(trx, request.draftId)) ? insertRun(trx, run) : undefined,
    )
    if (isNew === undefined) return { ok: false, problem: { code: 'draft_away' } }
    if (isNew) {
      const taken = await prepare(ports, run, request)
      // Others were faster with some of them: the count that was typed is not that of what would go.
      if (mustConfirm && taken.taken > 0 && taken.taken !== request.confirmed) {
        await giveUpPreparing(ports, run.id)
        return unconfirmed(taken.taken)
      }
      await begin(ports, run, taken)
    }
  } catch (error) {
    if (!(error instanceof NotOurs)) {
      await giveUpPreparing(ports, run.id).catch(ports.report)
      throw error
    }
  } finally {
    ports.preparing.delete(run.id)
  }
  ports.fail('after_enqueue')
  const made = await findTaken(ports, request.clientRequestId)
  return made && started(made)
}

const unconfirmed = (count: number): Started => ({ ok: false, problem: { code: 'unconfirmed', count } })

const prepare = (ports: Ports, run: RunRow, request: RunRequest): Promise<Taken> =>
  request.kind === 'check' ? takeToCheck(ports, run, request) : takeToRegister(ports, run, request)

/** Sets a run going whose orders are all in. */
function begin(ports: Ports, run: RunRow, { taken, refused }: Taken): Promise<void> {
  return ports.database.accept(async trx => {
    if (!(await holdPreparing(trx, run.id, ports.bootId))) throw new NotOurs()
    if (run.kind === 'register') {
      // A person pressed: whatever made these records wait has been seen.
      await endOwnWait(trx, run.env_id)
      await saveScope(trx, { env_id: run.env_id, scope: operationOf(run).scope, paused: null, strikes: 0 })
    }
    await beginRun(trx, run.id, taken, JSON.stringify(refused), iso(ports.now()))
    ports.fail('during_enqueue')
  })
}

/** The run that a press made, once its orders are in. One that a dead process left halfway never took effect. */
async function findTaken(ports: Ports, clientRequestId: string): Promise<RunRow | undefined> {
  for (;;) {
    const run = await findRunByRequest(ports.database.kysely, clientRequestId)
    if (run?.state !== 'preparing' || ports.closing.signal.aborted) return run
    const isOurs = run.owner === ports.bootId && ports.preparing.has(run.id)
    const isAlive = isOurs || (run.owner !== ports.bootId && (await livingBoots(ports)).has(run.owner ?? ''))
    if (isAlive) await ports.sleep(LOOK_AGAIN_MS)
    else await giveUpPreparing(ports, run.id)
  }
}

const started = (run: RunRow): Started => ({
  ok: true,
  runId: run.id,
  taken: run.total,
  refused: JSON.parse(run.refused),
})

/** How many orders are read before others get their turn. */
const TURN = 100

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
