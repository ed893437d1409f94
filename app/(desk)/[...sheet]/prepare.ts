import 'server-only'
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { PreparedOrder } from '@/lib/ledger/prepared'
import { draftOf, type Line } from '@/lib/sheet/draft'
import { groupingColumns } from '@/lib/sheet/grouping'
import { fingerprint, writeJson } from '@/lib/sheet/json'
import { judgeOrder } from '@/lib/sheet/judge-order'
import { OrdersIndex } from '@/lib/sheet/orders-index'
import { registered, type Sheet } from '@/lib/sheet/sheets'

/** The records of a draft, by what may be done with them. */
export interface Prepared {
  readonly orders: readonly PreparedOrder[]
  readonly withheld: number
  readonly elsewhere: readonly PreparedOrder[]
  readonly elsewhereCount: number
}

/** Milliseconds of one turn of the event loop: a draft of thousands must not keep others waiting. */
const TURN = 10

/**
 * Freezes a draft's records as they stand in the store, by the same rules as the screen judges them.
 * @param held lines whose orders are at the service already
 * @param findElsewhere tells which of some numbers orders of other drafts hold: those stay, whatever they say
 * @returns the orders that may be sent; how many stay because the desk refuses them; those of which another draft holds
 * the number, and how many these are with those that the desk refuses as well
 */
export async function prepareOrders(
  lines: readonly Line[],
  sheet: Sheet,
  held: ReadonlyMap<string, unknown>,
  findElsewhere: (numbers: readonly string[]) => Promise<ReadonlySet<string>> = async () => new Set(),
): Promise<Prepared> {
  const draft = draftOf(lines)
  const index = new OrdersIndex(draft, groupingColumns(sheet.columns, sheet.key))
  const orders: PreparedOrder[] = []
  const elsewhere: PreparedOrder[] = []
  let [withheld, elsewhereCount] = [0, 0]
  let end = performance.now() + TURN
  const rest = async () => {
    await setImmediate()
    end = performance.now() + TURN
  }
  // Numbers that are borne twice are looked for here and not when the first order is judged: that takes all of them.
  while (!index.nameAll(end)) await rest()
  const numbers: string[] = []
  for (const order of index.all()) {
    if (performance.now() > end) await rest()
    if (!order.lines.some(line => held.has(line))) numbers.push(index.numberOf(order.lead))
  }
  const heldElsewhere = await findElsewhere(numbers.filter(number => number !== ''))
  for (const order of index.all()) {
    if (performance.now() > end) await rest()
    if (order.lines.some(line => held.has(line))) continue
    const isElsewhere = heldElsewhere.has(index.numberOf(order.lead))
    if (isElsewhere) elsewhereCount++
    const judgement = judgeOrder(draft, order, sheet, index.isRepeated(order.lead))
    if (judgement.failing) {
      if (!isElsewhere) withheld++
      continue
    }
    const checked = frozen(judgement.record)
    const taken = registered(judgement.record, sheet)
    const list = isElsewhere ? elsewhere : orders
    list.push({
      lineIds: order.lines,
      mallOrderNumber: judgement.number,
      ...(taken === judgement.record ? checked : { ...frozen(taken), checked }),
      fingerprint: fingerprint(checked.payload),
    })
  }
  return { orders, withheld, elsewhere, elsewhereCount }
}

function frozen(record: unknown): { payload: string; sha256: string } {
  const payload = writeJson(record)
  return { payload, sha256: createHash('sha256').update(payload).digest('hex') }
}
