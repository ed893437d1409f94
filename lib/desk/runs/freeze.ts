import 'server-only'
import { setImmediate } from 'node:timers/promises'
import type { PreparedOrder } from '@/lib/ledger/rules/prepared'
import { fingerprint, writeJson } from '@/lib/sheet/codecs/json'
import { type Draft, draftOf } from '@/lib/sheet/draft/draft'
import { judgeForSending } from '@/lib/sheet/judge/judge-order'
import type { PlacedMark } from '@/lib/sheet/judge/marks'
import type { Requirement } from '@/lib/sheet/judge/requirements/requirement'
import { RequirementJudge } from '@/lib/sheet/judge/requirements/requirement-judge'
import { parcelKey } from '@/lib/sheet/judge/warnings/parcel-key'
import { groupingColumns } from '@/lib/sheet/orders/grouping'
import { OrdersIndex } from '@/lib/sheet/orders/orders-index'
import { type Sheet, toRegisteredForm } from '@/lib/sheet/schema/sheets'
import { sha256Hex } from '@/lib/store/stored-values'
import {
  type FreezableLine,
  type JudgedOrder,
  type JudgedOrders,
  type OrderResult,
  unchangedOrders,
} from './judged-orders'

/** The orders of a draft, by whether they may be sent. */
export interface FrozenOrders {
  /** Orders that may be sent. */
  readonly orders: readonly PreparedOrder[]
  /** How many stay because the desk refuses them, and how many of those by the columns with errors; '': no column. */
  readonly withheld: number
  readonly withheldByColumn: ReadonlyMap<string, number>
  /** Orders whose numbers other drafts hold, and how many these are with those that the desk refuses as well. */
  readonly heldElsewhere: readonly PreparedOrder[]
  readonly heldElsewhereCount: number
  /** Numbers of orders that changed after the request. */
  readonly changed: readonly string[]
  /** What identifies the recipients and items of the orders that may be sent, by number. */
  readonly parcels: ReadonlyMap<string, string>
  /** All orders of the draft, with what was found in them now or earlier. */
  readonly judged: readonly JudgedOrder[]
}

/** The conditions that decide which orders of a draft stay. */
export interface FreezeOptions {
  /** Whether they are sent to production, which refuses samples. */
  readonly isProduction: boolean
  /** What the connection requires beyond its API. */
  readonly requirements: readonly Requirement[]
  /** Lines whose orders are at the service already. */
  readonly held: { has(line: string): boolean }
  /** Lines that changed after the revision that the operator saw. */
  readonly changed?: ReadonlySet<string>
  /** Finds which numbers orders of other drafts hold: such orders stay, whatever their contents. */
  readonly findHeldElsewhere?: (numbers: readonly string[]) => Promise<ReadonlySet<string>>
  readonly onProgress?: (done: number, total: number) => void
}

/** Milliseconds of work per turn of the event loop, so that a large draft does not block other requests. */
const TURN_MS = 10

/**
 * Freezes a draft's stored orders, by the same rules as the screen.
 * @param before what was found in the same draft earlier: orders whose lines did not change since are not judged again
 */
export async function freezeOrders(
  lines: readonly FreezableLine[],
  sheet: Sheet,
  options: FreezeOptions,
  before?: JudgedOrders,
): Promise<FrozenOrders> {
  const draft = draftOf(lines)
  // The marks are not shown, so the name of the connection does not matter.
  const requirements = new RequirementJudge(options.requirements, '', sheet)
  const index = new OrdersIndex(draft, groupingColumns(sheet.columns, sheet.key))
  const pace = new Pace()
  // Repeated numbers are read here in slices; judging the first order would otherwise read all of them at once.
  while (!index.readNumbers(pace.end)) await pace.yieldTurn()
  const orders: JudgedOrder[] = []
  for (const { firstLine, lines: lineIds } of index.all()) {
    if (pace.isOver) await pace.yieldTurn()
    const isRepeated = index.isRepeated(firstLine)
    orders.push({ firstLine, lineIds, number: index.numberOf(firstLine), isRepeated, result: undefined })
  }
  const reusable = before && unchangedOrders(before, lines)
  const judged = (order: JudgedOrder): OrderResult =>
    reusable?.(order) ?? judge(draft, order, sheet, requirements, options.isProduction)
  const frozenOrders = await divideOrders(orders, judged, options, pace)
  if (!frozenOrders) throw new Error('An order was not judged.')
  return frozenOrders
}

/**
 * Freezes the orders of a draft whose lines did not change since they were judged.
 * @returns undefined when an order is needed that was not judged: the lines have to be read then
 */
export const freezeJudgedOrders = (
  { orders }: JudgedOrders,
  options: FreezeOptions,
): Promise<FrozenOrders | undefined> => divideOrders(orders, ({ result }) => result, options, new Pace())

/** Why an order is not sent regardless of its contents; undefined: its contents decide. */
function reasonToStay(
  { lineIds }: JudgedOrder,
  { held, changed }: FreezeOptions,
): 'held' | 'changed' | undefined {
  if (lineIds.some(line => held.has(line))) return 'held'
  return changed && lineIds.some(line => changed.has(line)) ? 'changed' : undefined
}

/**
 * Divides the orders of a draft by whether they may be sent.
 * @param resultOf what the lines of an order say; undefined: not known
 * @returns undefined when that is not known of an order that may be sent
 */
async function divideOrders(
  all: readonly JudgedOrder[],
  resultOf: (order: JudgedOrder) => OrderResult | undefined,
  options: FreezeOptions,
  pace: Pace,
): Promise<FrozenOrders | undefined> {
  const reasons: ReturnType<typeof reasonToStay>[] = []
  const numbers: string[] = []
  for (const order of all) {
    if (pace.isOver) await pace.yieldTurn()
    const reason = reasonToStay(order, options)
    reasons.push(reason)
    if (reason !== 'held' && order.number !== '') numbers.push(order.number)
  }
  const numbersElsewhere = await options.findHeldElsewhere?.(numbers)
  const orders: PreparedOrder[] = []
  const heldElsewhere: PreparedOrder[] = []
  const changed: string[] = []
  const parcels = new Map<string, string>()
  const withheldByColumn = new Map<string, number>()
  const judged: JudgedOrder[] = []
  let [withheld, heldElsewhereCount] = [0, 0]
  for (const [at, order] of all.entries()) {
    if (pace.isOver) {
      options.onProgress?.(at, all.length)
      await pace.yieldTurn()
    }
    if (reasons[at] !== undefined) {
      judged.push(order)
      if (reasons[at] === 'changed') changed.push(order.number)
      continue
    }
    const isHeldElsewhere = numbersElsewhere?.has(order.number) === true
    if (isHeldElsewhere) heldElsewhereCount++
    const result = resultOf(order)
    if (result === undefined) return undefined
    judged.push({ ...order, result })
    if ('failingColumns' in result) {
      if (isHeldElsewhere) continue
      withheld++
      for (const column of result.failingColumns) {
        withheldByColumn.set(column, (withheldByColumn.get(column) ?? 0) + 1)
      }
      continue
    }
    const { prepared, parcel } = result
    if (isHeldElsewhere) heldElsewhere.push(prepared)
    else {
      orders.push(prepared)
      if (parcel !== '') parcels.set(prepared.mallOrderNumber, parcel)
    }
  }
  return { orders, withheld, withheldByColumn, heldElsewhere, heldElsewhereCount, changed, parcels, judged }
}

function judge(
  draft: Draft,
  order: JudgedOrder,
  sheet: Sheet,
  requirements: RequirementJudge,
  isProduction: boolean,
): OrderResult {
  const { firstLine, lineIds } = order
  const lined = { firstLine, lines: lineIds }
  const judgement = judgeForSending(draft, lined, sheet, order.isRepeated, isProduction)
  const lines = lineIds.flatMap(id => draft.lines.get(id) ?? [])
  const required = requirements.judge(lines)
  if (judgement.isFailing || required.isFailing) {
    return { failingColumns: failingColumns([...judgement.marks, ...required.marks]) }
  }
  const checked = frozen(judgement.record)
  const sent = toRegisteredForm(judgement.record, sheet)
  return {
    prepared: {
      lineIds,
      mallOrderNumber: judgement.number,
      ...(sent === judgement.record ? checked : { ...frozen(sent), checked }),
      fingerprint: fingerprint(checked.payload),
    },
    parcel: parcelKey(lines),
  }
}

/** Works for at most `TURN_MS` at a time. */
class Pace {
  /** When the turn is over, as `performance.now()` counts. */
  end = performance.now() + TURN_MS

  get isOver(): boolean {
    return performance.now() > this.end
  }

  async yieldTurn(): Promise<void> {
    await setImmediate()
    this.end = performance.now() + TURN_MS
  }
}

/** The columns of an order's errors; '' for an error of no column. */
const failingColumns = (marks: readonly PlacedMark[]): ReadonlySet<string> =>
  new Set(marks.flatMap(({ column = '', mark }) => (mark.severity === 'failure' ? [column] : [])))

function frozen(record: unknown): { payload: string; sha256: string } {
  const payload = writeJson(record)
  return { payload, sha256: sha256Hex(payload) }
}
