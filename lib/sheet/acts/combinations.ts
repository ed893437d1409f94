import { COMBINATION } from '@/lib/contract/products'
import { Changes } from '@/lib/sheet/draft/changes'
import { type Draft, type Patch, textAt } from '@/lib/sheet/draft/draft'
import { type LinesToPlace, placeLines } from '@/lib/sheet/draft/place-lines'
import type { Order } from '@/lib/sheet/orders/grouping'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Line, LineId } from '@/lib/sheet/schema/line'
import {
  axisNameColumn,
  axisValueColumn,
  GROUP_TYPE_COLUMN,
  MAX_AXES,
} from '@/lib/sheet/schema/product-rules'

/** One axis of a product: its name and its values in order. */
export interface Axis {
  readonly name: string
  readonly values: readonly string[]
}

/** How many options of one product are built at most. */
export const MAX_OPTIONS = 1000

/** Why no options can be built; `axis` counts from 0. */
export type AxesProblem =
  | { readonly problem: 'none' }
  | { readonly problem: 'nameless' | 'valueless' | 'gap'; readonly axis: number }
  | { readonly problem: 'too_many'; readonly count: number }

/** The effect of building the options. */
export interface CombinationPlan {
  /** How many combinations there are in all. */
  readonly count: number
  /** Combinations that no line has yet, in the order of the matrix. */
  readonly missing: readonly (readonly string[])[]
  /** Lines whose values are not a combination of these axes; they stay. */
  readonly outside: readonly LineId[]
  /** A first line without values: it gets the first missing combination. */
  readonly vacant: LineId | undefined
  /** The line of each existing combination, by its position in the matrix. */
  readonly there: ReadonlyMap<number, LineId>
}

const axes = Array.from({ length: MAX_AXES }, (_, axis) => axis)
const keyOf = (values: readonly string[]) => JSON.stringify(axes.map(axis => values[axis] ?? ''))
const valuesOf = (draft: Draft, line: LineId) =>
  axes.map(axis => textAt(draft, line, axisValueColumn(axis)).trim())

/** The axes of a product's lines: the names, and the values in the order of the lines. */
export function axesOf(draft: Draft, product: Order): Axis[] {
  return axes.map(axis => ({
    name: textAt(draft, sourceOf(draft, product, axisNameColumn(axis)), axisNameColumn(axis)),
    values: [...new Set(product.lines.map(line => valuesOf(draft, line)[axis] ?? ''))].filter(
      value => value !== '',
    ),
  }))
}

/** Why these axes make no matrix; undefined when they do. */
export function axesProblem(all: readonly Axis[]): AxesProblem | undefined {
  const isUsed = (axis: Axis | undefined) =>
    axis !== undefined && (!isBlank(axis.name) || axis.values.length > 0)
  if (!all.some(isUsed)) return { problem: 'none' }
  const last = all.findLastIndex(isUsed)
  for (const [at, axis] of all.slice(0, last + 1).entries()) {
    if (!isUsed(axis)) return { problem: 'gap', axis: at }
    if (isBlank(axis.name)) return { problem: 'nameless', axis: at }
    if (axis.values.length === 0) return { problem: 'valueless', axis: at }
  }
  const count = all.slice(0, last + 1).reduce((product, axis) => product * axis.values.length, 1)
  return count > MAX_OPTIONS ? { problem: 'too_many', count } : undefined
}

/** Compares a product's lines with the matrix of its axes. Call `axesProblem` first. */
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
      if (line === product.firstLine && values.every(value => value === '')) vacant = line
      else outside.push(line)
    } else if (!there.has(place)) there.set(place, line)
  }
  const missing = matrix.filter((_, place) => !there.has(place))
  // No combination is missing: the line without values stays outside of the matrix.
  if (vacant !== undefined && missing.length === 0)
    return { count: matrix.length, missing, there, vacant: undefined, outside: [vacant, ...outside] }
  return { count: matrix.length, missing, there, vacant, outside }
}

/**
 * The patch that adds a line for every missing combination. Existing lines keep their texts and their order; each
 * missing combination follows the one before it in the matrix. The product's own texts stay on its first line. Blank
 * names of axes and a blank type of options are filled in; names that differ are changed.
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
  const typeAt = sourceOf(draft, product, GROUP_TYPE_COLUMN)
  if (isBlank(textAt(draft, typeAt, GROUP_TYPE_COLUMN))) put(typeAt, GROUP_TYPE_COLUMN, COMBINATION)

  const placed = placeMissing(plan, product.firstLine, newId)
  const [first] = plan.missing
  if (plan.vacant !== undefined && first) {
    for (const [axis, value] of first.entries()) put(plan.vacant, axisValueColumn(axis), value)
  }
  return placeLines(draft, changes.list(), placed)
}

function placeMissing(
  { missing, there, vacant, count }: CombinationPlan,
  firstLine: LineId,
  newId: () => LineId,
): LinesToPlace {
  const runs = new Map<LineId, Line[]>()
  const rest = missing.values()
  let after = firstLine
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

/** The line whose text a cell of the product shows. */
const sourceOf = (draft: Draft, product: Order, column: string): LineId =>
  product.lines.find(line => !isBlank(textAt(draft, line, column))) ?? product.firstLine

/** The values of one axis as they were typed, and the repeated ones. */
export interface AxisValues {
  /** Without outer blanks, each once, in the order typed. */
  readonly values: readonly string[]
  /** Values that were typed again. */
  readonly repeated: readonly string[]
}

/** Separators of values: commas of three scripts, and tabs and line ends of a paste from Excel. */
const between = /[,，、\t\r\n]/

/** Reads values between commas or line ends. One in quotation marks may hold a comma: `"Navy, dark", Black`. */
export function readAxisValues(text: string): AxisValues {
  const values = new Set<string>()
  const repeated = new Set<string>()
  for (const piece of splitValues(text)) {
    const value = piece.trim()
    if (isBlank(value)) continue
    if (values.has(value)) repeated.add(value)
    values.add(value)
  }
  return { values: [...values], repeated: [...repeated] }
}

/** Writes values so that `readAxisValues` reads the same. */
export const writeAxisValues = (values: readonly string[]): string =>
  values
    .map(value => (between.test(value) || value.startsWith('"') ? `"${value.replaceAll('"', '""')}"` : value))
    .join(', ')

function* splitValues(text: string): Generator<string> {
  let at = 0
  while (at < text.length) {
    const quoted = readQuoted(text, at)
    if (quoted) yield quoted.value
    let end = quoted?.end ?? at
    while (end < text.length && !between.test(text[end] ?? '')) end++
    if (!quoted) yield text.slice(at, end)
    at = end + 1
  }
}

/** A quoted value counts only when its closing mark ends it; `27" monitor` and `"unclosed` are ordinary text. */
function readQuoted(text: string, from: number): { value: string; end: number } | undefined {
  const found = /^[^\S\t\r\n]*"((?:[^"]|"")*)"[^\S\t\r\n]*(?=[,，、\t\r\n]|$)/.exec(text.slice(from))
  if (!found) return undefined
  return { value: (found[1] ?? '').replaceAll('""', '"'), end: from + found[0].length }
}
