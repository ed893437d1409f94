import { withoutTrailingZeros } from '@/lib/contract/characters'
import { textAt } from '@/lib/sheet/draft/draft'
import { type EditContext, orderText, showsOwnText, type Writes } from '@/lib/sheet/orders/edits'
import type { CellKindName, Column } from '@/lib/sheet/schema/columns'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { LineId, Texts } from '@/lib/sheet/schema/line'

/** Source and target of a fill, in lines and columns of the screen. */
export interface Fill {
  /** The source lines in the direction of the fill: the last one is next to the first of `to`. */
  readonly from: readonly LineId[]
  readonly to: readonly LineId[]
  readonly columns: readonly Column[]
  /** Whether number series continue; else all texts are repeated. */
  readonly continuesSeries: boolean
}

/**
 * Fills lines with the texts of other lines, down or up. A pattern of several lines is repeated; number series
 * continue. Cells of an order are shown once per order: each order counts as one cell there, also where the source is a
 * line that continues it, and the lines that continue it stay as they are; else a fill would split orders.
 */
export function fillLines(context: EditContext, { from, to, columns, continuesSeries }: Fill): Writes {
  const writes = new Map<LineId, Record<string, string>>()
  for (const column of columns) {
    const { id } = column
    const sources = from.filter(line => showsOwnText(context, line, id))
    const texts =
      sources.length > 0
        ? sources.map(line => textAt(context.draft, line, id))
        : oneOfEachOrder(context, from).map(line => orderText(context, line, id))
    if (texts.length === 0) texts.push('')
    const next = continued(texts, continuesSeries ? column.kind : 'text')
    let step = 0
    for (const line of to) {
      if (!showsOwnText(context, line, id)) continue
      const texts = writes.get(line) ?? {}
      texts[id] = next(++step)
      writes.set(line, texts)
    }
  }
  return writes
}

/** One line of each order that some lines belong to. */
const oneOfEachOrder = ({ index }: EditContext, lines: readonly LineId[]): LineId[] => [
  ...new Map(lines.map(line => [index.firstLineOf(line), line])).values(),
]

/** Fills columns with the texts of other columns of the same line, to the right or left. Series do not continue. */
export function fillAcross(
  context: EditContext,
  lines: readonly LineId[],
  from: readonly Column[],
  to: readonly Column[],
): Writes {
  const fill = (line: LineId): Texts => {
    const own = to.filter(column => showsOwnText(context, line, column.id))
    const texts = from.map(({ id }) =>
      showsOwnText(context, line, id) ? textAt(context.draft, line, id) : orderText(context, line, id),
    )
    return Object.fromEntries(own.map(column => [column.id, texts[to.indexOf(column) % texts.length] ?? '']))
  }
  return new Map(lines.map(line => [line, fill(line)]))
}

/**
 * How far a double click on the fill handle fills: as far as a neighbouring column is filled without a gap.
 * @param beside neighbouring columns, the nearest first: the first one with a text below decides
 * @returns the position of the last line to fill; `from` when no neighbour has a text below
 */
export function lastLineToFill(
  context: EditContext,
  rows: readonly LineId[],
  from: number,
  beside: readonly Column[],
): number {
  const isFilled = (at: number, { id }: Column): boolean => {
    const line = rows[at] ?? ''
    return !isBlank(textAt(context.draft, line, id)) || !showsOwnText(context, line, id)
  }
  const column = beside.find(candidate => isFilled(from + 1, candidate))
  if (!column) return from
  let at = from + 1
  while (at + 1 < rows.length && isFilled(at + 1, column)) at++
  return at
}

/** A number as typed: its digits as an integer, `scale` of them behind the decimal point. */
interface Decimal {
  readonly units: bigint
  readonly scale: number
}

const plain = /^[+-]?(?:0|[1-9]\d*)(?:\.(\d+))?$/
const grouped = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.(\d+))?$/

/**
 * Continues the texts of a column. Only numbers in a number column continue as a series, and only two or more of them
 * with equal differences. Everything else is repeated: order numbers, postal codes and phone numbers are texts. Sums
 * are exact decimals.
 * @returns the text that follows `step` positions after the last of `texts` (from 1)
 */
export function continued(texts: readonly string[], kind: CellKindName): (step: number) => string {
  return series(texts, kind) ?? (step => texts[(step - 1) % texts.length] ?? '')
}

function series(texts: readonly string[], kind: CellKindName): ((step: number) => string) | undefined {
  if (texts.length < 2 || (kind !== 'number' && kind !== 'integer')) return undefined
  const spelled = texts.map(text => text.normalize('NFKC').trim())
  const isGrouped = spelled.some(text => grouped.test(text))
  const numbers = spelled.map(readDecimal)
  const scale = Math.max(...numbers.map(number => number?.scale ?? 0))
  const units = numbers.flatMap(number =>
    number ? [number.units * 10n ** BigInt(scale - number.scale)] : [],
  )
  const [first, second] = units
  if (units.length < texts.length || first === undefined || second === undefined) return undefined
  const by = second - first
  const last = units.at(-1) ?? second
  if (by === 0n || units.some((unit, i) => i > 0 && unit - (units[i - 1] ?? 0n) !== by)) return undefined
  // 1.50, 1.75 go on as 2.00; 1, 1.5 as 2.
  const isEven = numbers.every(number => number?.scale === scale)
  return step => spell(last + by * BigInt(step), { scale, isEven, isGrouped })
}

function readDecimal(text: string): Decimal | undefined {
  const match = plain.exec(text) ?? grouped.exec(text)
  if (!match) return undefined
  return { units: BigInt(text.replaceAll(/[,.+]/g, '')), scale: match[1]?.length ?? 0 }
}

function spell(units: bigint, how: { scale: number; isEven: boolean; isGrouped: boolean }): string {
  const digits = String(units < 0n ? -units : units).padStart(how.scale + 1, '0')
  const point = digits.length - how.scale
  const whole = how.isGrouped
    ? digits.slice(0, point).replaceAll(/\B(?=(\d{3})+$)/g, ',')
    : digits.slice(0, point)
  const fraction = how.isEven ? digits.slice(point) : withoutTrailingZeros(digits.slice(point))
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}
