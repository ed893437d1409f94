import 'server-only'
import { setImmediate } from 'node:timers/promises'
import type { Database, Handle } from '@/lib/store/database'
import type { LedgerOrderRow } from '@/lib/store/ledger'
import {
  type Doubt,
  findDoubts,
  insertResolution,
  ownersOfIds,
  type Step,
  settleOrders,
} from '@/lib/store/unknown'
import { answeredAt } from './answered'
import { isDenial, mayBeAbsentFrom, type Resolution, readOrderId, type Wish } from './resolutions'
import { letFinish } from './runner-confirm'
import { iso } from './runner-ports'
import { isKept } from './runner-settle'
import { follow } from './transitions'

/** Who settles, on what grounds. */
export interface Settling {
  readonly operatorId: string
  readonly note?: string | undefined
  /** The list it rests on: what was read of it, and the hash of its text. Absent: the operator looked and typed. */
  readonly list?: { readonly evidence: string; readonly sha256: string }
}

/** An order that was not settled, and why. */
export interface Unsettled {
  readonly id: string
  readonly number: string
  /** `elsewhere`: somebody else settled it, or it was sent again; `early`: its quarantine is not over. */
  readonly why: 'gone' | 'elsewhere' | 'early' | 'not_an_id' | 'id_taken'
  readonly state?: LedgerOrderRow['state']
  /** When it may be settled so (ISO 8601), or whose id it is. */
  readonly detail?: string
}

/** What became of wishes: how many orders were settled, by resolution, and which were not. */
export interface Settled {
  readonly counts: Readonly<Record<Resolution, number>>
  readonly unsettled: readonly Unsettled[]
}

/** Wishes of one transaction. */
const PIECE = 500

/**
 * Settles what is unknown, as a person says: found → REGISTERED, absent → ABSENT (its number is free, nothing is sent by
 * itself), abandon → ABANDONED. Compare-and-set by state and request: of two people one wins and the other is told.
 * @param now milliseconds since the epoch
 */
export async function resolve(
  database: Database,
  wishes: readonly Wish[],
  about: Settling,
  now: number,
): Promise<Settled> {
  const counts = { found: 0, absent: 0, abandon: 0 }
  const unsettled: Unsettled[] = []
  const known = new Map<string, string>()
  // In the order of their ids, so that two people who settle the same orders wait for each other and not crosswise.
  const sorted = [...wishes].sort((one, other) => (one.id < other.id ? -1 : 1))
  for (let at = 0; at < sorted.length; at += PIECE) {
    const piece = sorted.slice(at, at + PIECE)
    await database.write(async trx => {
      const settled = await settlePiece(trx, piece, about, known, now)
      for (const resolution of settled.moved) counts[resolution]++
      unsettled.push(...settled.unsettled)
    })
    await setImmediate()
  }
  return { counts, unsettled }
}

async function settlePiece(
  trx: Handle,
  wishes: readonly Wish[],
  about: Settling,
  resolutionIds: Map<string, string>,
  now: number,
) {
  const rows = new Map(
    (
      await findDoubts(
        trx,
        wishes.map(wish => wish.id),
      )
    ).map(row => [row.id, row]),
  )
  const owners = await ownersOf(trx, wishes, rows)
  const answered = await answeredAt(
    trx,
    [...rows.values()].map(row => row.current_attempt),
  )
  const unsettled: Unsettled[] = []
  const groups = new Map<
    string,
    { resolution: Resolution; envId: string; steps: Step[]; runs: Set<string> }
  >()
  for (const wish of wishes) {
    const row = rows.get(wish.id)
    const objection = row
      ? objectionTo(wish, row, owners, answered.get(row.current_attempt ?? ''), now)
      : ({ id: wish.id, number: '', why: 'gone' } as const)
    if (objection) unsettled.push(objection)
    if (objection || !row) continue
    const key = `${wish.resolution} ${row.env_id}`
    const group = groups.get(key) ?? {
      resolution: wish.resolution,
      envId: row.env_id,
      steps: [],
      runs: new Set(),
    }
    const orderId = wish.orderId === undefined ? undefined : readOrderId(wish.orderId)
    if (orderId !== undefined) owners.set(`${row.env_id} ${orderId}`, row.mall_order_number)
    group.steps.push({ id: wish.id, attemptId: wish.attemptId, ...(orderId !== undefined && { orderId }) })
    group.runs.add(row.run_id)
    groups.set(key, group)
  }
  const moved: Resolution[] = []
  const at = iso(now)
  for (const { resolution, envId, steps, runs } of groups.values()) {
    const to = follow('UNKNOWN', resolution)
    if (!to || !isKept(to)) throw new Error(`no step leads from UNKNOWN by ${resolution}`)
    const resolutionId = resolutionIds.get(envId) ?? (await note(trx, envId, about, at))
    const done = new Set(
      await settleOrders(trx, steps, {
        from: 'UNKNOWN',
        to,
        actor: about.operatorId,
        reason: reasons[resolution],
        note: about.note,
        resolutionId,
        at,
      }),
    )
    // Only what is committed may be referred to by the next piece.
    resolutionIds.set(envId, resolutionId)
    moved.push(...steps.filter(step => done.has(step.id)).map(() => resolution))
    for (const { id } of steps) {
      const row = rows.get(id)
      if (row && !done.has(id)) unsettled.push({ id, number: row.mall_order_number, why: 'elsewhere' })
    }
    for (const runId of runs) await letFinish(trx, runId, at)
  }
  return { moved, unsettled }
}

const reasons: Readonly<Record<Resolution, string>> = {
  found: 'an operator found it at the service',
  absent: 'an operator looked, and it is not at the service',
  abandon: 'an operator gave it up',
}

function objectionTo(
  { id, attemptId, resolution, orderId }: Wish,
  row: Doubt,
  owners: ReadonlyMap<string, string>,
  answered: string | undefined,
  now: number,
): Unsettled | undefined {
  const number = row.mall_order_number
  if (row.state !== 'UNKNOWN' || row.current_attempt !== attemptId)
    return { id, number, why: 'elsewhere', state: row.state }
  const from = mayBeAbsentFrom(row.hard_deadline, row.updated_at, answered)
  if (isDenial(resolution) && now < from) return { id, number, why: 'early', detail: iso(from) }
  if (orderId === undefined || resolution !== 'found') return undefined
  const digits = readOrderId(orderId)
  if (digits === undefined || row.scope === 'products')
    return { id, number, why: 'not_an_id', detail: orderId }
  const owner = owners.get(`${row.env_id} ${digits}`)
  return owner === undefined || owner === number ? undefined : { id, number, why: 'id_taken', detail: owner }
}

/** Whose the order ids of wishes are already: those of the ledger, and of the wishes before. */
async function ownersOf(trx: Handle, wishes: readonly Wish[], rows: ReadonlyMap<string, Doubt>) {
  const asked = new Map<string, Set<string>>()
  for (const { id, orderId } of wishes) {
    const envId = rows.get(id)?.env_id
    const digits = orderId === undefined ? undefined : readOrderId(orderId)
    if (envId !== undefined && digits !== undefined)
      asked.set(envId, (asked.get(envId) ?? new Set()).add(digits))
  }
  const owners = new Map<string, string>()
  for (const [envId, ids] of asked)
    for (const [orderId, number] of await ownersOfIds(trx, envId, [...ids]))
      owners.set(`${envId} ${orderId}`, number)
  return owners
}

const note = (trx: Handle, envId: string, { operatorId, note: text, list }: Settling, at: string) =>
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
 * Releases the number of an order that is registered or was given up, so that it may be registered again deliberately:
 * an administrator's act, with a reason.
 * @returns false when it stands otherwise meanwhile
 */
export function releaseNumber(
  database: Database,
  id: string,
  operatorId: string,
  reason: string,
  now: number,
): Promise<boolean> {
  return database.write(async trx => {
    const [row] = await findDoubts(trx, [id])
    const to = row && follow(row.state, 'release')
    if (!row || !to || !isKept(to)) return false
    const step = { id, attemptId: row.current_attempt }
    const move = { from: row.state, to, actor: operatorId, at: iso(now), note: reason }
    const moved = await settleOrders(trx, [step], { ...move, reason: 'an administrator released its number' })
    return moved.length === 1
  })
}
