import 'server-only'
import { setImmediate } from 'node:timers/promises'
import {
  type Decision,
  isDenial,
  mayBeAbsentFrom,
  type Resolution,
  readOrderId,
} from '@/lib/ledger/rules/resolutions'
import { isStored, nextState } from '@/lib/ledger/rules/transitions'
import type { Ports } from '@/lib/ledger/runner/ports'
import { findProvenEnds } from '@/lib/ledger/runner/responses/unconfirmed'
import { databaseTimeAt } from '@/lib/store/db/clock-offset'
import type { Db, DbTransaction } from '@/lib/store/db/database'
import { findOrdersByServiceId, type LedgerOrderRow } from '@/lib/store/ledger/orders/orders'
import {
  findResolutionCandidates,
  insertResolution,
  type ResolutionCandidate,
  type ResolutionStep,
  resolveOrders,
} from '@/lib/store/ledger/orders/unknown-orders'
import { iso } from '@/lib/store/stored-values'
import { resumeIfResolved } from './confirm'

/** Who resolves, and on what grounds. */
export interface ResolutionGrounds {
  readonly operatorId: string
  readonly note?: string | undefined
  /** The pasted list: what was read from it, and the SHA-256 of its text. Absent when the operator typed. */
  readonly list?: { readonly evidence: string; readonly sha256: string }
}

/** An order that was not resolved, and why. */
export interface Unresolved {
  readonly id: string
  readonly number: string
  /** `changed`: another person resolved it, or it was sent again; `early`: its quarantine is not over. */
  readonly why: 'gone' | 'changed' | 'early' | 'not_an_id' | 'id_taken'
  readonly state?: LedgerOrderRow['state']
  /** When it may be resolved like this (ISO 8601), or the number that has the id. */
  readonly detail?: string
}

/** How many orders were resolved, by resolution, and which were not. */
export interface ResolveResult {
  readonly counts: Readonly<Record<Resolution, number>>
  readonly unresolved: readonly Unresolved[]
}

/** Decisions of one transaction. */
const CHUNK_SIZE = 500

/**
 * Resolves unknown orders as a person decided: found → REGISTERED, absent → ABSENT (its number is free, nothing is sent
 * automatically), abandon → ABANDONED. Compare-and-set by state and request: of two people one wins, the other gets
 * `changed`.
 * @param decidedAt when the operator decided, in milliseconds since the epoch by this server's clock: a quarantine
 *   must be over by then
 */
export async function resolveUnknown(
  { database, now }: Pick<Ports, 'database' | 'now'>,
  decisions: readonly Decision[],
  grounds: ResolutionGrounds,
  decidedAt: number,
): Promise<ResolveResult> {
  // Deadlines of requests are stamped by the clock of the database, because another server may have sent them.
  const decidedAtShared = await databaseTimeAt(database, decidedAt)
  const counts = { found: 0, absent: 0, abandon: 0 }
  const unresolved: Unresolved[] = []
  /** By environment. */
  const resolutionIds = new Map<string, string>()
  // Sorted by id, so that two people who resolve the same orders lock the rows in the same order and cannot deadlock.
  const sorted = [...decisions].sort((one, other) => (one.id < other.id ? -1 : 1))
  for (let at = 0; at < sorted.length; at += CHUNK_SIZE) {
    const chunk = sorted.slice(at, at + CHUNK_SIZE)
    await database.write(async trx => {
      const resolved = await resolveChunk(trx, chunk, grounds, resolutionIds, {
        decidedAt: decidedAtShared,
        now,
      })
      for (const resolution of resolved.moved) counts[resolution]++
      unresolved.push(...resolved.unresolved)
    })
    await setImmediate()
  }
  return { counts, unresolved }
}

async function resolveChunk(
  trx: DbTransaction,
  decisions: readonly Decision[],
  grounds: ResolutionGrounds,
  resolutionIds: Map<string, string>,
  { decidedAt, now }: { readonly decidedAt: number; readonly now: () => number },
) {
  const { groups, unresolved } = await groupDecisions(trx, decisions, decidedAt)
  const moved: Resolution[] = []
  // Each chunk has its own time, so that a page that asks for changes since the last one gets all of them.
  const at = iso(now())
  for (const group of groups) {
    const { resolution, envId, orders } = group
    const resolutionId = resolutionIds.get(envId) ?? (await saveResolution(trx, envId, grounds, at))
    resolutionIds.set(envId, resolutionId)
    const resolved = await resolveGroup(trx, group, grounds, resolutionId, at)
    for (const { step, row } of orders) {
      if (resolved.has(step.id)) moved.push(resolution)
      else unresolved.push({ id: step.id, number: row.mall_order_number, why: 'changed' })
    }
  }
  const runIds = new Set(groups.flatMap(({ orders }) => orders.map(({ row }) => row.run_id)))
  // In one order, so that two people cannot deadlock.
  for (const runId of [...runIds].sort()) await resumeIfResolved(trx, runId, at)
  return { moved, unresolved }
}

/** Orders of one environment that are resolved alike. */
interface ResolutionGroup {
  readonly resolution: Resolution
  readonly envId: string
  readonly orders: { readonly step: ResolutionStep; readonly row: ResolutionCandidate }[]
}

/** Groups the decisions that may be applied, and lists the others. @param decidedAt by the clock of the database */
async function groupDecisions(trx: Db, decisions: readonly Decision[], decidedAt: number) {
  const ids = decisions.map(({ id }) => id)
  const rows = new Map((await findResolutionCandidates(trx, ids)).map(row => [row.id, row]))
  const owners = await findIdOwners(trx, decisions, rows)
  const attemptIds = [...rows.values()].map(row => row.current_attempt)
  const provenEnds = await findProvenEnds(trx, attemptIds)
  const unresolved: Unresolved[] = []
  const groups = new Map<string, ResolutionGroup>()
  for (const decision of decisions) {
    const { id, attemptId, resolution } = decision
    const row = rows.get(id)
    if (!row) {
      unresolved.push({ id, number: '', why: 'gone' })
      continue
    }
    const provenEndAt = provenEnds.get(row.current_attempt ?? '')
    const objection = findObjection(decision, row, owners, provenEndAt, decidedAt)
    if (objection) {
      unresolved.push(objection)
      continue
    }
    const envId = row.env_id
    const orderId = decision.orderId === undefined ? undefined : readOrderId(decision.orderId)
    // A later decision of the same list cannot have the id, too.
    if (orderId !== undefined) owners.set(`${envId} ${orderId}`, row.mall_order_number)
    const key = `${resolution} ${envId}`
    const group = groups.get(key) ?? { resolution, envId, orders: [] }
    group.orders.push({ step: { id, attemptId, ...(orderId !== undefined && { orderId }) }, row })
    groups.set(key, group)
  }
  return { groups: [...groups.values()], unresolved }
}

/** Changes the states of the orders of a group. @returns ids of the orders that were still unknown */
async function resolveGroup(
  trx: DbTransaction,
  { resolution, orders }: ResolutionGroup,
  { operatorId, note }: ResolutionGrounds,
  resolutionId: string,
  at: string,
): Promise<ReadonlySet<string>> {
  const to = nextState('UNKNOWN', resolution)
  if (!to || !isStored(to)) throw new Error(`no step leads from UNKNOWN by ${resolution}`)
  const move = {
    from: 'UNKNOWN',
    to,
    actor: operatorId,
    reason: reasons[resolution],
    note,
    resolutionId,
    at,
  } as const
  const steps = orders.map(({ step }) => step)
  return new Set(await resolveOrders(trx, steps, move))
}

const reasons: Readonly<Record<Resolution, string>> = {
  found: 'an operator found it at the service',
  absent: 'an operator looked, and it is not at the service',
  abandon: 'an operator gave it up',
}

function findObjection(
  { id, attemptId, resolution, orderId }: Decision,
  row: ResolutionCandidate,
  owners: ReadonlyMap<string, string>,
  provenEndAt: string | undefined,
  now: number,
): Unresolved | undefined {
  const number = row.mall_order_number
  if (row.state !== 'UNKNOWN' || row.current_attempt !== attemptId)
    return { id, number, why: 'changed', state: row.state }
  const from = mayBeAbsentFrom(row.hard_deadline, row.updated_at, provenEndAt)
  if (isDenial(resolution) && now < from) return { id, number, why: 'early', detail: iso(from) }
  if (orderId === undefined || resolution !== 'found') return undefined
  const digits = readOrderId(orderId)
  if (digits === undefined || row.scope === 'products')
    return { id, number, why: 'not_an_id', detail: orderId }
  const owner = owners.get(`${row.env_id} ${digits}`)
  return owner === undefined || owner === number ? undefined : { id, number, why: 'id_taken', detail: owner }
}

/** Which number has each order id of the decisions already, in the ledger. */
async function findIdOwners(
  trx: Db,
  decisions: readonly Decision[],
  rows: ReadonlyMap<string, ResolutionCandidate>,
) {
  const wanted = new Map<string, Set<string>>()
  for (const { id, orderId } of decisions) {
    const envId = rows.get(id)?.env_id
    const digits = orderId === undefined ? undefined : readOrderId(orderId)
    if (envId !== undefined && digits !== undefined)
      wanted.set(envId, (wanted.get(envId) ?? new Set()).add(digits))
  }
  const owners = new Map<string, string>()
  for (const [envId, ids] of wanted)
    for (const { orderId, number } of await findOrdersByServiceId(trx, envId, 'orders', [...ids]))
      owners.set(`${envId} ${orderId}`, number)
  return owners
}

const saveResolution = (
  trx: Db,
  envId: string,
  { operatorId, note: text, list }: ResolutionGrounds,
  at: string,
) =>
  insertResolution(trx, {
    env_id: envId,
    means: list ? 'paste' : 'typed',
    operator_id: operatorId,
    note: text ?? null,
    at,
    evidence: list?.evidence ?? null,
    evidence_sha256: list?.sha256 ?? null,
  })

/**
 * Releases the number of an order that is registered or was given up, so that it can be registered again: an
 * administrator's act, with a reason.
 * @returns false when the order is in another state meanwhile
 */
export function releaseNumber(
  { database, now }: Pick<Ports, 'database' | 'now'>,
  id: string,
  operatorId: string,
  reason: string,
): Promise<boolean> {
  return database.write(async trx => {
    const [row] = await findResolutionCandidates(trx, [id])
    const to = row && nextState(row.state, 'release')
    if (!row || !to || !isStored(to)) return false
    const step = { id, attemptId: row.current_attempt }
    const move = { from: row.state, to, actor: operatorId, at: iso(now()), note: reason }
    const moved = await resolveOrders(trx, [step], {
      ...move,
      reason: 'an administrator released its number',
    })
    return moved.length === 1
  })
}
