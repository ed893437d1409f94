import { COMBINATION } from '@/lib/contract/products'
import { Changes } from './changes'
import { type Draft, type Line, type LineId, type Patch, textAt } from './draft'
import type { Order } from './grouping'
import { isBlank } from './kinds'
import { placeLines, type Runs } from './place-lines'
import { AXES, axisNameColumn, axisValueColumn, GROUP_TYPE } from './products'

/** One axis of a product: its name as it is to be, and its values in their order. */
export interface Axis {
  readonly name: string
  readonly values: readonly string[]
}

/** Options of one product that are built at most. */
export const MOST_OPTIONS = 1000

/** Why nothing can be built; `axis` counts from 0. */
export type AxesTrouble =
  | { readonly trouble: 'none' }
  | { readonly trouble: 'nameless' | 'valueless' | 'gap'; readonly axis: number }
  | { readonly trouble: 'too_many'; readonly count: number }

/** What building would do. */
export interface CombinationPlan {
  /** How many combinations there are in all. */
  readonly count: number
  /** Combinations that no line has yet, in the order of the matrix. */
  readonly missing: readonly (readonly string[])[]
  /** Lines whose values are no combination of these axes. They stay. */
  readonly outside: readonly LineId[]
  /** A first line without values: it takes the first missing combination. */
  readonly vacant: LineId | undefined
  /** The line of each combination that is there, by its place in the matrix. */
  readonly there: ReadonlyMap<number, LineId>
}

const axes = Array.from({ length: AXES }, (_, axis) => axis)
const keyOf = (values: readonly string[]) => JSON.stringify(axes.map(axis => values[axis] ?? ''))
const valuesOf = (draft: Draft, line: LineId) =>
  axes.map(axis => textAt(draft, line, axisValueColumn(axis)).trim())

/** The axes that a product's lines spell out: names as the product says them, values in the order of the lines. */
export function axesOf(draft: Draft, product: Order): Axis[] {
  return axes.map(axis => ({
    name: textAt(draft, sourceOf(draft, product, axisNameColumn(axis)), axisNameColumn(axis)),
    values: [...new Set(product.lines.map(line => valuesOf(draft, line)[axis] ?? ''))].filter(
      value => value !== '',
    ),
  }))
}

/** Why these axes make no matrix, or undefined when they do. */
export function troubleOf(all: readonly Axis[]): AxesTrouble | undefined {
  const isUsed = (axis: Axis | undefined) =>
    axis !== undefined && (!isBlank(axis.name) || axis.values.length > 0)
  if (!all.some(isUsed)) return { trouble: 'none' }
  const last = all.findLastIndex(isUsed)
  for (const [at, axis] of all.slice(0, last + 1).entries()) {
    if (!isUsed(axis)) return { trouble: 'gap', axis: at }
    if (isBlank(axis.name)) return { trouble: 'nameless', axis: at }
    if (axis.values.length === 0) return { trouble: 'valueless', axis: at }
  }
  const count = all.slice(0, last + 1).reduce((product, axis) => product * axis.values.length, 1)
  return count > MOST_OPTIONS ? { trouble: 'too_many', count } : undefined
}

/** Compares a product's lines with the matrix of its axes. Ask `troubleOf` first. */
export function planCombinations(draft: Draft, product: Order, all: readonly Axis[]): CombinationPlan {
  const matrix = all
    .filter(axis => axis.values.length > 0)
    .reduce<string[][]>((rows, axis) => rows.flatMap(row => axis.values.map(value => [...row, value])), [[]])
  const places = new Map(matrix.map((values, place) => [keyOf(values), place]))
  const there = new Map<number, LineId>()
  const outside: LineId[] = []
  let vacant: LineId | undefined
  for (const line of product.lines) {
    const values = valuesOf(draft, line)
    const place = places.get(keyOf(values))
    if (place === undefined) {
      if (line === product.lead && values.every(value => value === '')) vacant = line
      else outside.push(line)
    } else if (!there.has(place)) there.set(place, line)
  }
  const missing = matrix.filter((_, place) => !there.has(place))
  // Nothing is missing: the line without values has no place in the matrix.
  if (vacant !== undefined && missing.length === 0)
    return { count: matrix.length, missing, there, vacant: undefined, outside: [vacant, ...outside] }
  return { count: matrix.length, missing, there, vacant, outside }
}

/**
 * The patch that gives a product a line for every combination. Lines that are there keep their texts and their order;
 * each missing combination comes right after the one before it in the matrix. What the product says of itself stays
 * on its first line. Blank names of axes and a blank type of options are filled in; names that differ are changed.
 */
export function buildCombinations(
  draft: Draft,
  product: Order,
  all: readonly Axis[],
  newId: () => LineId,
): Patch {
  const plan = planCombinations(draft, product, all)
  const changes = new Changes(draft)
  const put = (line: LineId, column: string, after: string) => changes.write(line, { [column]: after })
  for (const [axis, { name }] of all.entries()) {
    const column = axisNameColumn(axis)
    const source = sourceOf(draft, product, column)
    const before = textAt(draft, source, column)
    for (const line of product.lines) {
      if (line === source || (!isBlank(before) && textAt(draft, line, column) === before))
        put(line, column, name)
    }
  }
  const typeAt = sourceOf(draft, product, GROUP_TYPE)
  if (isBlank(textAt(draft, typeAt, GROUP_TYPE))) put(typeAt, GROUP_TYPE, COMBINATION)

  const placed = placeMissing(plan, product.lead, newId)
  const [first] = plan.missing
  if (plan.vacant !== undefined && first) {
    for (const [axis, value] of first.entries()) put(plan.vacant, axisValueColumn(axis), value)
  }
  return placeLines(draft, changes.list(), placed)
}

function placeMissing(
  { missing, there, vacant, count }: CombinationPlan,
  lead: LineId,
  newId: () => LineId,
): Runs {
  const runs = new Map<LineId, Line[]>()
  const rest = missing.values()
  let after = lead
  let isVacantTaken = vacant === undefined
  for (let at = 0; at < count; at++) {
    const line = there.get(at)
    if (line !== undefined) {
      after = line
      continue
    }
    const values = rest.next().value ?? []
    if (!isVacantTaken) {
      isVacantTaken = true
      continue
    }
    const texts = Object.fromEntries(values.map((value, axis) => [axisValueColumn(axis), value]))
    runs.set(after, [...(runs.get(after) ?? []), { id: newId(), rank: 0, texts }])
  }
  return runs
}

/** The line whose text a product's cell shows. */
const sourceOf = (draft: Draft, product: Order, column: string): LineId =>
  product.lines.find(line => !isBlank(textAt(draft, line, column))) ?? product.lead
