import { HiddenClassCache } from '@/lib/import/lines/compact/hidden-class-cache'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { withOrigins } from '@/lib/import/recipe/values/origins'
import type { Line, LineId, Texts } from '@/lib/sheet/schema/line'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import {
  createOrderFiller,
  emptyCounts,
  type Fillable,
  type FillCounts,
  type FillSources,
} from './order-filler'
import { OrderSplitter } from './order-splitter'

/** The cells that filling writes: only blank cells, and the hidden column of their origins. */
export interface FillPlan extends FillCounts {
  readonly writes: Map<LineId, Texts>
}

export const emptyFillPlan = (): FillPlan => ({ writes: new Map(), ...emptyCounts() })

/** How many cells a plan fills, in all columns. */
export const countFilledCells = ({ counts }: FillPlan): number =>
  [...counts.values()].flatMap(kinds => Object.values(kinds)).reduce((sum, count) => sum + count, 0)

/** Fills the orders of a draft one by one (`createOrderFiller`) and adds the written cells to `plan`. */
export function orderFiller(
  sheet: Sheet,
  sources: FillSources,
  plan: FillPlan,
): (lines: readonly Line[]) => void {
  const fill = createOrderFiller(sheet, sources, plan)
  const shapes = new HiddenClassCache()
  return lines => fill(lines.map(line => new PlannedLine(line, plan, shapes)))
}

/** A line of a draft, which stays as it is. */
class PlannedLine implements Fillable {
  constructor(
    private readonly line: Line,
    private readonly plan: FillPlan,
    private readonly shapes: HiddenClassCache,
  ) {}

  textIn(column: string): string | undefined {
    return this.line.texts[column]
  }

  fill(columns: readonly string[], texts: readonly string[], origins: string): void {
    const { id, texts: before } = this.line
    const all = [...texts, withOrigins(before, origins)]
    this.plan.writes.set(id, this.shapes.create([...columns, hiddenColumns.origins], all))
  }
}

/** Lines in the order of a draft, cut into orders. */
export function* splitOrders(lines: Iterable<Line>, sheet: Sheet): Generator<readonly Line[]> {
  const splitter = new OrderSplitter<Line>(sheet, {
    textIn: (line, column) => line.texts[column],
    lineOf: line => line,
  })
  for (const line of lines) {
    const order = splitter.next(line)
    if (order) yield order
  }
  const last = splitter.end()
  if (last) yield last
}
