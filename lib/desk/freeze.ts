import 'server-only'
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { PreparedOrder } from '@/lib/ledger/rules/prepared'
import { fingerprint, writeJson } from '@/lib/sheet/codecs/json'
import { draftOf } from '@/lib/sheet/draft/draft'
import { type Judgement, judgeOrder } from '@/lib/sheet/judge/judge-order'
import { groupingColumns } from '@/lib/sheet/orders/grouping'
import { OrdersIndex } from '@/lib/sheet/orders/orders-index'
import type { Line } from '@/lib/sheet/schema/line'
import { type Sheet, toRegisteredForm } from '@/lib/sheet/schema/sheets'

/** The orders of a draft, by what may be done with them. */
export interface FrozenOrders {
  /** Orders that may be sent. */
  readonly orders: readonly PreparedOrder[]
  /** How many stay because the desk refuses them, and how many of those by the columns with errors; '': no column. */
  readonly withheld: number
  readonly withheldByColumn: ReadonlyMap<string, number>
  /** Orders whose numbers other drafts hold, and how many these are with those that the desk refuses as well. */
  readonly elsewhere: readonly PreparedOrder[]
  readonly elsewhereCount: number
  /** Numbers of orders that have changed since the operator pressed. */
  readonly changed: readonly string[]
}

/** What decides which orders of a draft stay. */
export interface FreezeOptions {
  /** Lines whose orders are at the service already. */
  readonly held: { has(line: string): boolean }
  /** Lines that were written after the revision that the operator saw. */
  readonly changed?: ReadonlySet<string>
  /** Tells which of some numbers orders of other drafts hold: those stay, whatever they say. */
  readonly findElsewhere?: (numbers: readonly string[]) => Promise<ReadonlySet<string>>
  readonly onProgress?: (done: number, total: number) => void
}

/** Milliseconds of one turn of the event loop: a draft of thousands must not keep others waiting. */
const TURN_MS = 10

/** Freezes a draft's orders as they are stored, by the same rules by which the screen judges them. */
export async function freezeOrders(
  lines: readonly Line[],
  sheet: Sheet,
  { held, changed, findElsewhere, onProgress }: FreezeOptions,
): Promise<FrozenOrders> {
  const draft = draftOf(lines)
  const index = new OrdersIndex(draft, groupingColumns(sheet.columns, sheet.key))
  const orders: PreparedOrder[] = []
  const elsewhere: PreparedOrder[] = []
  const changedNumbers: string[] = []
  const withheldByColumn = new Map<string, number>()
  let [withheld, elsewhereCount, done] = [0, 0, 0]
  let end = performance.now() + TURN_MS
  const yieldTurn = async () => {
    await setImmediate()
    end = performance.now() + TURN_MS
  }
  // Repeated numbers are found here and not when the first order is judged: that takes all of them.
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
    const judgement = judgeOrder(draft, order, sheet, index.isRepeated(order.firstLine))
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
    list.push({
      lineIds: order.lines,
      mallOrderNumber: judgement.number,
      ...(sent === judgement.record ? checked : { ...frozen(sent), checked }),
      fingerprint: fingerprint(checked.payload),
    })
  }
  return { orders, withheld, withheldByColumn, elsewhere, elsewhereCount, changed: changedNumbers }
}

/** The columns of an order's errors; '' for an error of no column. */
const failingColumns = ({ marks }: Judgement): ReadonlySet<string> =>
  new Set(marks.flatMap(({ column = '', mark }) => (mark.severity === 'failure' ? [column] : [])))

function frozen(record: unknown): { payload: string; sha256: string } {
  const payload = writeJson(record)
  return { payload, sha256: createHash('sha256').update(payload).digest('hex') }
}
