import 'server-only'
import type { Selectable } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import { batches, yieldingBatches } from '@/lib/store/db/statements/batches'
import type { CancelledNumberTable } from './order-tables'

/** An order number that a file of the shop marks as cancelled, whether or not an order has it. */
export type CancelledNumberRow = Selectable<CancelledNumberTable>

/** Remembers numbers that a file marks as cancelled; of two files the later one counts. */
export async function rememberCancelledNumbers(
  db: Db,
  numbers: readonly string[],
  file: Omit<CancelledNumberRow, 'mall_order_number'>,
): Promise<void> {
  for (const batch of batches(numbers)) {
    await db
      .insertInto('cancelled_number')
      .values(batch.map(number => ({ mall_order_number: number, ...file })))
      .onConflict(conflict => conflict.column('mall_order_number').doUpdateSet(file))
      .execute()
  }
}

/** Which of these numbers a file marks as cancelled. */
export async function findCancelledNumbers(
  db: Db,
  numbers: readonly string[],
): Promise<CancelledNumberRow[]> {
  const found: CancelledNumberRow[] = []
  for await (const batch of yieldingBatches([...new Set(numbers)]))
    found.push(
      ...(await db
        .selectFrom('cancelled_number')
        .selectAll()
        .where('mall_order_number', 'in', batch)
        .execute()),
    )
  return found
}

/** Forgets a number that was not cancelled after all. */
export async function forgetCancelledNumber(db: Db, number: string): Promise<void> {
  await db.deleteFrom('cancelled_number').where('mall_order_number', '=', number).execute()
}

/** Forgets numbers that no file names since `before` (ISO 8601). */
export async function dropOldCancelledNumbers(db: Db, before: string): Promise<void> {
  await db.deleteFrom('cancelled_number').where('found_at', '<', before).execute()
}

/** Erases the names of the files that were imported into a draft, or that cancelled orders of it. */
export async function eraseCancellationFiles(db: Db, draftId: string): Promise<void> {
  await db.updateTable('cancelled_number').set({ source_name: '' }).where('draft_id', '=', draftId).execute()
  const orders = db.selectFrom('ledger_order').select('id').where('draft_id', '=', draftId)
  await db
    .updateTable('shop_cancellation')
    .set({ source_name: '' })
    .where(match =>
      match.or([match('source_draft_id', '=', draftId), match('ledger_order_id', 'in', orders)]),
    )
    .execute()
}

/** Erases the names of the files that cancelled some orders. */
export async function eraseFilesOfOrders(db: Db, orderIds: readonly string[]): Promise<void> {
  for (const batch of batches(orderIds))
    await db
      .updateTable('shop_cancellation')
      .set({ source_name: '' })
      .where('ledger_order_id', 'in', batch)
      .execute()
}
