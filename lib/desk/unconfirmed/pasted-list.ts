import 'server-only'
import type * as z from 'zod'
import type { pasteSchema } from '@/lib/desk-api/runs/unconfirmed'
import {
  type ConsoleList,
  MAX_PASTED_ROWS,
  type PastedRow,
  readConsoleList,
} from '@/lib/ledger/rules/console-list'
import { type ListPlan, planConsoleList } from '@/lib/ledger/rules/console-list-plan'
import { mayBeAbsentFrom, readOrderId } from '@/lib/ledger/rules/resolutions'
import { findProvenEnds } from '@/lib/ledger/runner/responses/unconfirmed'
import type { Db } from '@/lib/store/db/database'
import { findOrdersByServiceId } from '@/lib/store/ledger/orders/orders'
import { findLatestStates, listUnknownOrders } from '@/lib/store/ledger/orders/unknown-orders'
import { listNumbersOfAttempts } from '@/lib/store/ledger/requests/attempts'
import { sha256Hex } from '@/lib/store/stored-values'

/** The plan of a pasted list, and its rows. */
export interface DryRun extends ListPlan {
  /** As in `DryRunView`. */
  readonly digest: string
  readonly lines: number
  readonly headings: number
  readonly areIdsUnclear: boolean
  /**
   * When the last of the missing orders that can be resolved now left quarantine, in milliseconds since the epoch: a
   * list copied before that proves nothing. Undefined: none can be resolved yet.
   */
  readonly absentFrom: number | undefined
  readonly reading: ConsoleList
}

/** Compares a pasted list with the currently unknown orders; undefined if it is too long. */
export async function planPastedList(
  db: Db,
  { envId, scope, request, text, meaning }: z.output<typeof pasteSchema>,
  now: number,
): Promise<DryRun | undefined> {
  const unconfirmed = await listUnknownOrders(db, { envId, scope, request })
  const attemptIds = [...new Set(unconfirmed.map(order => order.current_attempt))].filter(id => id !== null)
  // A list that only contains the orders named by the response is still a list of that request.
  const carried = await listNumbersOfAttempts(db, attemptIds)
  const provenEnds = await findProvenEnds(db, attemptIds)
  const reading = readConsoleList(
    text,
    new Set([...unconfirmed.map(order => order.mall_order_number), ...carried]),
  )
  if (reading.rows.length > MAX_PASTED_ROWS) return undefined
  const unconfirmedNumbers = new Set(unconfirmed.map(order => order.mall_order_number))
  // Products have no id at the service.
  const rows: readonly PastedRow[] =
    scope === 'products' ? reading.rows.map(({ id: _, ...row }) => row) : reading.rows
  const others = [...new Set(rows.flatMap(row => (unconfirmedNumbers.has(row.number) ? [] : row.number)))]
  const ids = [...new Set(rows.flatMap(row => readOrderId(row.id ?? '') ?? []))]
  const owners = await findOrdersByServiceId(db, envId, scope, ids)
  const plan = planConsoleList(
    { rows, lookalikes: reading.lookalikes },
    unconfirmed.map(order => ({
      id: order.id,
      number: order.mall_order_number,
      attemptId: order.current_attempt,
      absentFrom: mayBeAbsentFrom(
        order.hard_deadline,
        order.updated_at,
        provenEnds.get(order.current_attempt ?? ''),
      ),
    })),
    {
      states: await findLatestStates(db, envId, scope, others),
      idOwners: new Map(owners.map(({ orderId, number }) => [orderId, number])),
      carried: new Set(carried),
    },
    meaning,
    now,
  )
  const times = plan.missing.map(one => one.absentFrom).filter(from => from <= now)
  return {
    ...plan,
    reading: { ...reading, rows },
    lines: rows.length,
    headings: reading.headings,
    areIdsUnclear: scope === 'orders' && reading.areIdsUnclear,
    digest: sha256Hex(JSON.stringify(plan.decisions)),
    absentFrom: times.length > 0 ? times.reduce((late, from) => Math.max(late, from)) : undefined,
  }
}
