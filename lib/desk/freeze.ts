import 'server-only'
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { PreparedOrder } from '@/lib/ledger/rules/prepared'
import { fingerprint, writeJson } from '@/lib/sheet/codecs/json'
import { draftOf } from '@/lib/sheet/draft/draft'
import { type Judgement, judgeOrder } from '@/lib/sheet/judge/judge-order'
import { parcelKey } from '@/lib/sheet/judge/parcel-key'
import { groupingColumns } from '@/lib/sheet/orders/grouping'
import { OrdersIndex } from '@/lib/sheet/orders/orders-index'
import type { Line } from '@/lib/sheet/schema/line'
import { type Sheet, toRegisteredForm } from '@/lib/sheet/schema/sheets'

/** The orders of a draft, by whether they may be sent. */
export interface FrozenOrders {
  /** Orders that may be sent. */
  readonly orders: readonly PreparedOrder[]
  /** How many stay because the desk refuses them, and how many of those by the columns with errors; '': no column. */
  readonly withheld: number
  readonly withheldByColumn: ReadonlyMap<string, number>
  /** Orders whose numbers other drafts hold, and how many these are with those that the desk refuses as well. */
  readonly elsewhere: readonly PreparedOrder[]
  readonly elsewhereCount: number
  /** Numbers of orders that changed after the press. */
  readonly changed: readonly string[]
  /** What identifies the recipients and items of the orders that may be sent, by number. */
  readonly parcels: ReadonlyMap<string, string>
}

/** The conditions that decide which orders of a draft stay. */
export interface FreezeOptions {
  /** Whether they are sent to production, which refuses samples. */
  readonly isProduction: boolean
  /** Lines whose orders are at the service already. */
  readonly held: { has(line: string): boolean }
  /** Lines that changed after the revision that the operator saw. */
  readonly changed?: ReadonlySet<string>
  /** Finds which numbers orders of other drafts hold: such orders stay, whatever their contents. */
  readonly findElsewhere?: (numbers: readonly string[]) => Promise<ReadonlySet<string>>
  readonly onProgress?: (done: number, total: number) => void
}

/** Milliseconds of work per turn of the event loop, so that a large draft does not block other requests. */
const TURN_MS = 10

/** Freezes a draft's stored orders, by the same rules as the screen. */
export async function freezeOrders(
  lines: readonly Line[],
  sheet: Sheet,
  { isProduction, held, changed, findElsewhere, onProgress }: FreezeOptions,
): Promise<FrozenOrders> {
  const draft = draftOf(lines)
  const index = new OrdersIndex(draft, groupingColumns(sheet.columns, sheet.key))
  const orders: PreparedOrder[] = []
  const elsewhere: PreparedOrder[] = []
  const changedNumbers: string[] = []
  const parcels = new Map<string, string>()
  const withheldByColumn = new Map<string, number>()
  let [withheld, elsewhereCount, done] = [0, 0, 0]
  let end = performance.now() + TURN_MS
  const yieldTurn = async () => {
    await setImmediate()
    end = performance.now() + TURN_MS
  }
  // Repeated numbers are read here in slices; judging the first order would otherwise read all of them at once.
  while (!index.readNumbers(end)) await yieldTurn()
  const numbers: string[] = []
  let total = 0
  for (const order of index.all()) {
    if (performance.now() > end) await yieldTurn()
    total++
    if (!order.lines.some(line => held.has(line))) numbers.push(index.numberOf(order.firstLine))
  }
  const heldElsewhere = await findElsewhere?.(numbers.filter(number => number !== ''))
  for (const order of index.all()) {
    if (performance.now() > end) {
      onProgress?.(done, total)
      await yieldTurn()
    }
    done++
    if (order.lines.some(line => held.has(line))) continue
    const number = index.numberOf(order.firstLine)
    if (changed && order.lines.some(line => changed.has(line))) {
      changedNumbers.push(number)
      continue
    }
    const isElsewhere = heldElsewhere?.has(number) === true
    if (isElsewhere) elsewhereCount++
    const judgement = judgeOrder(draft, order, sheet, index.isRepeated(order.firstLine), isProduction)
    if (judgement.isFailing) {
      if (isElsewhere) continue
      withheld++
      for (const column of failingColumns(judgement)) {
        withheldByColumn.set(column, (withheldByColumn.get(column) ?? 0) + 1)
      }
      continue
    }
    const checked = frozen(judgement.record)
    const sent = toRegisteredForm(judgement.record, sheet)
    const list = isElsewhere ? elsewhere : orders
    const parcel = isElsewhere ? '' : parcelKey(order.lines.flatMap(id => draft.lines.get(id) ?? []))
    if (parcel !== '') parcels.set(judgement.number, parcel)
    list.push({
      lineIds: order.lines,
      mallOrderNumber: judgement.number,
      ...(sent === judgement.record ? checked : { ...frozen(sent), checked }),
      fingerprint: fingerprint(checked.payload),
    })
  }
  return { orders, withheld, withheldByColumn, elsewhere, elsewhereCount, changed: changedNumbers, parcels }
}

/** The columns of an order's errors; '' for an error of no column. */
const failingColumns = ({ marks }: Judgement): ReadonlySet<string> =>
  new Set(marks.flatMap(({ column = '', mark }) => (mark.severity === 'failure' ? [column] : [])))

function frozen(record: unknown): { payload: string; sha256: string } {
  const payload = writeJson(record)
  return { payload, sha256: createHash('sha256').update(payload).digest('hex') }
}
