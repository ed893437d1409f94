import type { LineOrder } from '@/lib/sheet/draft/line-order'
import type { CellAddress, LineId } from '@/lib/sheet/schema/line'
import type { FailureIndex } from './failure-index'
import type { ListedFailure } from './order-failures'
import { firstBehind } from './screen-ordered-set'

/** What navigation between failures needs to know of the screen. */
export interface NavigationContext {
  readonly failures: FailureIndex
  readonly lineOrder: LineOrder
  /** First line of the order that a line belongs to. */
  readonly firstLineOf: (line: LineId) => LineId | undefined
  /** Position of a column from the left. */
  readonly columnPosition: (column: string) => number
  /** The column that shows failures of a whole line. */
  readonly key: string
}

/** The cell to go to for a failure. */
export const failureCell = ({ line, column }: ListedFailure, key: string): CellAddress => ({
  line,
  column: column ?? key,
})

/**
 * The next failure from the active cell in the order of the screen, from the last one to the first. Failures of one
 * cell are one stop; else the next failure would be the same cell for ever.
 */
export function nextFailure(
  context: NavigationContext,
  at: CellAddress | null,
  step: 1 | -1,
): ListedFailure | undefined {
  const firstLines = context.failures.firstLines.list(context.lineOrder)
  if (firstLines.length === 0) return undefined
  const { firstLine, from } = whereIn(firstLines, at, context)
  const here = firstLine === undefined ? [] : inOrder(firstLine, context)
  const isAhead = (failure: ListedFailure) =>
    at !== null && Math.sign(compare(failureCell(failure, context.key), at, context)) === step
  const ahead = step === 1 ? here.find(isAhead) : here.findLast(isAhead)
  if (ahead) return ahead
  // In an order that fails, `from` is its own position; else the first failing order behind.
  const isIn = here.length > 0
  const next = step === 1 ? from + Number(isIn) : from - 1
  const stops = inOrder(firstLines[(next + firstLines.length) % firstLines.length] ?? '', context)
  return step === 1 ? stops[0] : stops.at(-1)
}

/** Ordinal of the failure in the active cell among all failures in the order of the screen, from 1; 0: it has none. */
export function failureOrdinal(context: NavigationContext, at: CellAddress | null): number {
  const firstLine = at ? context.firstLineOf(at.line) : undefined
  if (!at || firstLine === undefined || !context.failures.firstLines.has(firstLine)) return 0
  const place = inOrder(firstLine, context).findIndex(
    failure => compare(failureCell(failure, context.key), at, context) === 0,
  )
  if (place === -1) return 0
  const firstLines = context.failures.firstLines.list(context.lineOrder)
  return (countsOf(firstLines, context.failures)[whereIn(firstLines, at, context).from] ?? 0) + place + 1
}

function whereIn(
  firstLines: readonly LineId[],
  at: CellAddress | null,
  { failures, lineOrder, firstLineOf }: NavigationContext,
) {
  if (!at) return { firstLine: undefined, from: 0 }
  const firstLine = firstLineOf(at.line)
  const behind = firstBehind(firstLines, firstLine ?? at.line, lineOrder)
  return {
    firstLine,
    from: firstLine !== undefined && failures.firstLines.has(firstLine) ? behind - 1 : behind,
  }
}

/** The failures of an order in the order of the screen, whose columns may differ from the order of the contract. */
const inOrder = (firstLine: LineId, context: NavigationContext): ListedFailure[] =>
  context.failures
    .of(firstLine)
    .toSorted((a, b) => compare(failureCell(a, context.key), failureCell(b, context.key), context))

const compare = (a: CellAddress, b: CellAddress, { lineOrder, columnPosition }: NavigationContext): number =>
  a.line === b.line ? columnPosition(a.column) - columnPosition(b.column) : lineOrder.compare(a.line, b.line)

interface Counts {
  readonly version: number
  readonly before: Float64Array
}

const countsByLines = new WeakMap<readonly LineId[], Counts>()

/** How many failures precede each order; counted once until a failure changes. */
function countsOf(firstLines: readonly LineId[], failures: FailureIndex): Float64Array {
  const { version } = failures
  const last = countsByLines.get(firstLines)
  if (last?.version === version) return last.before
  const before = new Float64Array(firstLines.length)
  for (let i = 1; i < firstLines.length; i++) {
    before[i] = (before[i - 1] ?? 0) + failures.of(firstLines[i - 1] ?? '').length
  }
  countsByLines.set(firstLines, { version, before })
  return before
}
