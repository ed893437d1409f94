import type { FillSources } from '@/lib/import/lines/fill/order-filler'
import { emptyFillPlan, type FillPlan, orderFiller, splitOrders } from '@/lib/import/lines/fill/plan-fill'
import type { Line } from '@/lib/sheet/schema/line'
import type { Sheet } from '@/lib/sheet/schema/sheets'

/** Fills the blank cells of lines in the order of a draft. Pass whole orders, or cells of an order are filled twice. */
export function fillBlanks(lines: Iterable<Line>, sheet: Sheet, sources: FillSources): FillPlan {
  const plan = emptyFillPlan()
  const fill = orderFiller(sheet, sources, plan)
  for (const order of splitOrders(lines, sheet)) fill(order)
  return plan
}
