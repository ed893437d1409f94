import 'server-only'
import { outcomesOf } from '@/lib/ledger/outcomes/outcomes'
import { type PackedOrder, type PickedItem, packedOrders, pickedItems } from '@/lib/sheet/orders/packing-list'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { connectionToUse, environmentId, listConnections } from '@/lib/store/connections/connections'
import { type Database, database } from '@/lib/store/db/database'
import { countLines, readFirstLines } from '@/lib/store/drafts/drafts'
import { findDraftAndSheet } from './draft-context'

/** Rows of a list that is printed: some 150 pages. */
export const MAX_PACKED_ROWS = 5000

/** What to pack for the orders of a draft. */
export interface PackingList {
  readonly name: string
  readonly sheet: SheetId
  readonly orders: readonly (PackedOrder & { readonly orderId: string | undefined })[]
  readonly items: readonly PickedItem[]
  /** How many orders of the draft can be listed, and how many of these are registered at its connection. */
  readonly counts: { readonly all: number; readonly registered: number }
  readonly onlyRegistered: boolean
  /** Whether the draft has more rows than are listed. */
  readonly isCut: boolean
}

/**
 * What to pack for the orders of a stored draft, with their ids at the connection of the draft.
 * @param which undefined: registered orders as soon as there are any, otherwise all
 * @returns undefined if there is no such draft of orders
 */
export const packingList = async (
  draftId: string,
  which: 'all' | 'registered' | undefined,
): Promise<PackingList | undefined> => readPackingList(await database(), draftId, which)

/** Like `packingList`, from a given database. */
export async function readPackingList(
  { kysely, longReads }: Pick<Database, 'kysely' | 'longReads'>,
  draftId: string,
  which: 'all' | 'registered' | undefined,
): Promise<PackingList | undefined> {
  const found = await findDraftAndSheet(kysely, draftId)
  if (found?.sheet.recordType !== 'order') return undefined
  const { draft, sheet } = found
  const isCut = (await countLines(kysely, draftId)) > MAX_PACKED_ROWS
  const listed = packedOrders(await readFirstLines(longReads, draftId, MAX_PACKED_ROWS), sheet)
  // The last order may have more rows than were read.
  const all = isCut ? listed.slice(0, -1) : listed

  const connections = await listConnections(kysely)
  const connection = connectionToUse(connections, draft.connectionId)
  const connectionId = connection?.id ?? ''
  const envId = connection ? environmentId(connection) : ''
  const numbers = [...new Set(all.map(({ number }) => number).filter(number => number !== ''))]
  const outcomes = await outcomesOf(longReads, draftId, { envId, connectionId }, numbers)
  const ids = new Map(
    outcomes.flatMap(({ mallOrderNumber, state, orderId }) =>
      state === 'registered' ? [[mallOrderNumber, orderId] as const] : [],
    ),
  )
  const registered = all.filter(({ number }) => ids.has(number))
  const onlyRegistered = which === undefined ? registered.length > 0 : which === 'registered'
  const orders = onlyRegistered ? registered : all
  return {
    name: draft.name,
    sheet: sheet.id,
    orders: orders.map(order => ({ ...order, orderId: ids.get(order.number) })),
    items: pickedItems(orders, sheet),
    counts: { all: all.length, registered: registered.length },
    onlyRegistered,
    isCut,
  }
}
