import 'server-only'
import { PASS_LIFETIME_MS, type PreparedOrder } from '@/lib/ledger/rules/prepared'
import type { Line, LineId } from '@/lib/sheet/schema/line'
import type { Database } from '@/lib/store/db/database'

/** A line of a draft; without a revision, its order is always judged. */
export interface FreezableLine extends Line {
  /** The revision of the draft that changed it last. */
  readonly revision?: number
}

/** What the lines of an order say about it: how it is sent, or the columns with errors ('' is not a column). */
export type OrderResult =
  | { readonly prepared: PreparedOrder; readonly parcel: string }
  | { readonly failingColumns: ReadonlySet<string> }

/** An order of a draft. */
export interface JudgedOrder {
  readonly firstLine: LineId
  readonly lineIds: readonly LineId[]
  /** Without outer blanks; '' for an order without a number. */
  readonly number: string
  /** Whether another order of the draft has the same number. */
  readonly isRepeated: boolean
  /** Undefined: it was not judged, because it stays in the draft for another reason. */
  readonly result: OrderResult | undefined
}

/** All orders of a draft, as they were judged when its lines had this revision. */
export interface JudgedOrders {
  readonly revision: number
  readonly orders: readonly JudgedOrder[]
}

/**
 * Finds the earlier results of orders that did not change: the same lines in the same order, none of them saved
 * since, and a number that is repeated in the draft as it was before. Nothing else decides what is found in an order.
 */
export function unchangedOrders(
  { revision, orders }: JudgedOrders,
  lines: readonly FreezableLine[],
): (order: JudgedOrder) => OrderResult | undefined {
  const earlier = new Map(orders.map(order => [order.firstLine, order]))
  const saved = new Set(lines.flatMap(line => ((line.revision ?? revision + 1) > revision ? line.id : [])))
  return ({ firstLine, lineIds, isRepeated }) => {
    const known = earlier.get(firstLine)
    const isSame =
      known?.isRepeated === isRepeated &&
      known.lineIds.length === lineIds.length &&
      lineIds.every((line, at) => known.lineIds[at] === line && !saved.has(line))
    return isSame ? known.result : undefined
  }
}

/** Characters of payloads that are kept in all: twice as many bytes at most. */
const MAX_CHARACTERS = 64_000_000

/**
 * Keeps what the last run of a draft found in its orders, for as long as a check counts, so that Register after
 * Check judges, builds and hashes only what changed. It is only in memory: another process, or a later one,
 * judges all orders.
 */
export class JudgedDrafts {
  private readonly kept = new WeakMap<Database, Map<string, KeptDraft>>()

  constructor(private readonly maxCharacters = MAX_CHARACTERS) {}

  /** @param key names the draft and everything else that decides what is found in an order */
  find(database: Database, key: string): JudgedOrders | undefined {
    return this.kept.get(database)?.get(key)
  }

  /** Keeps the orders of a draft in place of earlier ones; the drafts that were kept first make room. */
  keep(database: Database, key: string, judged: JudgedOrders): void {
    const drafts = this.kept.get(database) ?? new Map<string, KeptDraft>()
    this.kept.set(database, drafts)
    drop(drafts, key)
    const characters = judged.orders.reduce((sum, { result }) => sum + charactersOf(result), 0)
    if (characters > this.maxCharacters) return
    let total = characters
    for (const draft of drafts.values()) total += draft.characters
    for (const [other, draft] of drafts) {
      if (total <= this.maxCharacters) break
      total -= draft.characters
      drop(drafts, other)
    }
    const timer = setTimeout(() => drafts.delete(key), PASS_LIFETIME_MS).unref()
    drafts.set(key, { ...judged, characters, timer })
  }
}

interface KeptDraft extends JudgedOrders {
  readonly characters: number
  readonly timer: NodeJS.Timeout
}

function drop(drafts: Map<string, KeptDraft>, key: string): void {
  clearTimeout(drafts.get(key)?.timer)
  drafts.delete(key)
}

const charactersOf = (result: OrderResult | undefined): number =>
  result && 'prepared' in result
    ? result.prepared.payload.length + (result.prepared.checked?.payload.length ?? 0)
    : 0
