import { ROWS_PER_STEP, type Steps } from '@/lib/sheet/codecs/steps'
import type { PlacedMark } from '@/lib/sheet/judge/marks'
import type { HolderState } from '@/lib/sheet/judge/status/other-drafts'
import type { LineId } from '@/lib/sheet/schema/line'

/** An order of another draft with the same recipient and items, sent or checked within a day. */
export interface DuplicateElsewhere {
  /** `parcelKey` of both orders. */
  readonly key: string
  readonly number: string
  /** Where its registration is; `checked`: it passed a check and was not sent. */
  readonly state: HolderState | 'checked'
  /** Path of the page that shows it. */
  readonly path: string
  /** Name of its draft; undefined: it was deleted. */
  readonly draft?: string
}

/** Another order with the same recipient and items: of the same draft, or of another one. */
export type Duplicate = { readonly number: string; readonly state: 'here' } | DuplicateElsewhere

/** An order of the sheet, as duplicates are looked for. */
export interface ParcelOrder {
  readonly firstLine: LineId
  readonly number: string
  readonly key: string
  /** Whether it was registered more than a day ago: a buyer may order the same again. */
  readonly isOld: boolean
}

/**
 * The orders of a sheet that have a duplicate: another number, the same recipient and the same items.
 * @param elsewhere orders of other drafts, by their key
 */
export function* findDuplicatesSteps(
  orders: readonly ParcelOrder[],
  elsewhere: ReadonlyMap<string, readonly DuplicateElsewhere[]>,
): Steps<ReadonlyMap<LineId, Duplicate>> {
  const byKey = new Map<string, ParcelOrder[]>()
  for (const [i, order] of orders.entries()) {
    if (i % ROWS_PER_STEP === 0) yield
    if (order.key === '') continue
    const same = byKey.get(order.key)
    if (same) same.push(order)
    else byKey.set(order.key, [order])
  }
  const found = new Map<LineId, Duplicate>()
  let count = 0
  for (const [key, same] of byKey) {
    if (count++ % ROWS_PER_STEP === 0) yield
    for (const order of same) {
      const here = same.find(one => one.number !== order.number && !one.isOld)
      const there = elsewhere.get(key)?.find(one => one.number !== order.number)
      if (here) found.set(order.firstLine, { number: here.number, state: 'here' })
      else if (there) found.set(order.firstLine, there)
    }
  }
  return found
}

/** The warning on the number of an order that has a duplicate. @param column of the number */
export function placeDuplicate(line: LineId, column: string, duplicate: Duplicate): PlacedMark {
  const { number, state } = duplicate
  const draft = duplicate.state === 'here' ? '' : duplicate.draft
  const isDeleted = draft === undefined ? 'yes' : 'no'
  const mark = {
    severity: 'warning',
    source: 'desk',
    code: 'same_parcel',
    params: { number, state, draft: draft ?? '', isDeleted },
    ...(duplicate.state !== 'here' && { path: duplicate.path }),
    oneOf: 1,
    stale: false,
  } as const
  return { line, column, mark }
}

/** Whether two warnings about a duplicate say the same. */
export const isSameDuplicate = (a: Duplicate | undefined, b: Duplicate | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b))
