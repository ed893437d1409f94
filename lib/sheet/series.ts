import type { KindName } from './columns'

/** A number as typed: its digits as an integer, `scale` of them behind the point. */
interface Decimal {
  readonly units: bigint
  readonly scale: number
}

const plain = /^[+-]?(?:0|[1-9]\d*)(?:\.(\d+))?$/
const grouped = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.(\d+))?$/

/**
 * What comes after some texts of a column when they are filled on. Only numbers in a column of numbers go on
 * counting, and only two or more of them that stand equally far apart. Everything else is repeated: order numbers,
 * postal codes and phone numbers are texts, whatever they look like. Sums are exact decimals.
 * @returns the text that stands `step` places after the last of `texts` (from 1)
 */
export function continued(texts: readonly string[], kind: KindName): (step: number) => string {
  return series(texts, kind) ?? (step => texts[(step - 1) % texts.length] ?? '')
}

function series(texts: readonly string[], kind: KindName): ((step: number) => string) | undefined {
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
  const fraction = how.isEven ? digits.slice(point) : digits.slice(point).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}
