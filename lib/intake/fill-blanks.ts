import type { Line, LineId, Texts } from '@/lib/sheet/draft'
import type { Sheet } from '@/lib/sheet/sheets'
import { type Fillable, type FillCounts, fillerOf, noCounts } from './fill-orders'
import type { FillSources } from './fill-sources'
import { hidden } from './imported'
import { OrderCutter } from './order-cutter'
import { withOrigins } from './origins'
import { Shapes } from './shapes'

/** What filling writes: blank cells alone, and with them, hidden, where each text came from. */
export interface FillPlan extends FillCounts {
  readonly writes: Map<LineId, Texts>
}

export const emptyPlan = (): FillPlan => ({ writes: new Map(), ...noCounts() })

/** Cells that the plan fills. */
export const filledCells = ({ counts }: FillPlan): number =>
  [...counts.values()].flatMap(kinds => Object.values(kinds)).reduce((sum, count) => sum + count, 0)

/** Fills orders of a draft one by one, in pieces if need be, by `fillerOf`. What is to be written is added to `plan`. */
export function orderFiller(
  sheet: Sheet,
  sources: FillSources,
  plan: FillPlan,
): (lines: readonly Line[]) => void {
  const fill = fillerOf(sheet, sources, plan)
  const shapes = new Shapes()
  return lines => fill(lines.map(line => new PlannedLine(line, plan, shapes)))
}

/** A line of a draft, which stays as it is. */
class PlannedLine implements Fillable {
  constructor(
    private readonly line: Line,
    private readonly plan: FillPlan,
    private readonly shapes: Shapes,
  ) {}

  said(column: string): string | undefined {
    return this.line.texts[column]
  }

  fill(columns: readonly string[], texts: readonly string[], origins: string): void {
    const { id, texts: before } = this.line
    const all = [...texts, withOrigins(before, origins)]
    this.plan.writes.set(id, this.shapes.of([...columns, hidden.origins], all))
  }
}

/** Lines in the order of a draft, cut into orders. */
export function* ordersOf(lines: Iterable<Line>, sheet: Sheet): Generator<readonly Line[]> {
  const cutter = new OrderCutter<Line>(sheet, {
    textIn: (line, column) => line.texts[column],
    lineOf: line => line,
  })
  for (const line of lines) {
    const order = cutter.next(line)
    if (order) yield order
  }
  const last = cutter.end()
  if (last) yield last
}

/** Fills the blanks of lines that stand in the order of a draft; whole orders, else their cells may be filled twice. */
export function fillBlanks(lines: Iterable<Line>, sheet: Sheet, sources: FillSources): FillPlan {
  const plan = emptyPlan()
  const fill = orderFiller(sheet, sources, plan)
  for (const order of ordersOf(lines, sheet)) fill(order)
  return plan
}
