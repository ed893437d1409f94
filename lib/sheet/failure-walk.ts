import type { CellAddress, LineId } from './draft'
import type { FailureIndex } from './failure-index'
import type { ListedFailure } from './order-failures'
import { firstBehind } from './ordered-leads'
import type { Places } from './places'

/** What the walk from failure to failure has to know of the screen. */
export interface Ground {
  readonly failures: FailureIndex
  readonly places: Places
  /** The order that a line belongs to, by its first line. */
  readonly leadOf: (line: LineId) => LineId | undefined
  /** Position of a column from the left. */
  readonly columnPlace: (column: string) => number
  /** The column on which failures of a whole line stand. */
  readonly key: string
}

/** The cell on which a failure stands. */
export const standOf = ({ line, column }: ListedFailure, key: string): CellAddress => ({
  line,
  column: column ?? key,
})

/**
 * The failure to go to from where the operator stands, as the screen has them and around its ends. Failures of one
 * cell are one stop, or the walk would never leave it.
 */
export function nextFailure(ground: Ground, at: CellAddress | null, step: 1 | -1): ListedFailure | undefined {
  const leads = ground.failures.leads.list(ground.places)
  if (leads.length === 0) return undefined
  const { lead, from } = whereIn(leads, at, ground)
  const here = lead === undefined ? [] : inOrder(lead, ground)
  const isAhead = (failure: ListedFailure) =>
    at !== null && Math.sign(compare(standOf(failure, ground.key), at, ground)) === step
  const ahead = step === 1 ? here.find(isAhead) : here.findLast(isAhead)
  if (ahead) return ahead
  // In an order that fails, `from` is its own position; else the first failing order behind.
  const isIn = here.length > 0
  const next = step === 1 ? from + Number(isIn) : from - 1
  const stops = inOrder(leads[(next + leads.length) % leads.length] ?? '', ground)
  return step === 1 ? stops[0] : stops.at(-1)
}

/** Which failure of all stands where the operator stands, from 1, in the order of the screen; 0: none does. */
export function failurePlace(ground: Ground, at: CellAddress | null): number {
  const lead = at ? ground.leadOf(at.line) : undefined
  if (!at || lead === undefined || !ground.failures.leads.has(lead)) return 0
  const place = inOrder(lead, ground).findIndex(
    failure => compare(standOf(failure, ground.key), at, ground) === 0,
  )
  if (place === -1) return 0
  const leads = ground.failures.leads.list(ground.places)
  return (countsOf(leads, ground.failures)[whereIn(leads, at, ground).from] ?? 0) + place + 1
}

function whereIn(leads: readonly LineId[], at: CellAddress | null, { failures, places, leadOf }: Ground) {
  if (!at) return { lead: undefined, from: 0 }
  const lead = leadOf(at.line)
  const behind = firstBehind(leads, lead ?? at.line, places)
  return { lead, from: lead !== undefined && failures.leads.has(lead) ? behind - 1 : behind }
}

/** An order's failures as the screen has them: it may show its columns in another order than the contract. */
const inOrder = (lead: LineId, ground: Ground): ListedFailure[] =>
  ground.failures.of(lead).toSorted((a, b) => compare(standOf(a, ground.key), standOf(b, ground.key), ground))

const compare = (a: CellAddress, b: CellAddress, { places, columnPlace }: Ground): number =>
  a.line === b.line ? columnPlace(a.column) - columnPlace(b.column) : places.compare(a.line, b.line)

interface Counts {
  readonly version: number
  readonly before: Float64Array
}

const known = new WeakMap<readonly LineId[], Counts>()

/** How many failures stand before each order; counted once for as long as none changes. */
function countsOf(leads: readonly LineId[], failures: FailureIndex): Float64Array {
  const { version } = failures
  const last = known.get(leads)
  if (last?.version === version) return last.before
  const before = new Float64Array(leads.length)
  for (let i = 1; i < leads.length; i++) {
    before[i] = (before[i - 1] ?? 0) + failures.of(leads[i - 1] ?? '').length
  }
  known.set(leads, { version, before })
  return before
}
