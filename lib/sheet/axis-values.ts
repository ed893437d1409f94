import { isBlank } from './kinds'

/** The values of one axis as they were typed, and what of the typing is passed over. */
export interface AxisValues {
  /** Without outer blanks, each once, in the order typed. */
  readonly values: readonly string[]
  /** Values that were typed again. */
  readonly repeated: readonly string[]
}

/** What stands between two values: commas of three scripts, tabs and line ends of a paste out of Excel. */
const between = /[,，、\t\r\n]/

/** Reads values between commas or line ends. One in quotation marks may hold a comma: `"Navy, dark", Black`. */
export function readAxisValues(text: string): AxisValues {
  const values = new Set<string>()
  const repeated = new Set<string>()
  for (const piece of pieces(text)) {
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

function* pieces(text: string): Generator<string> {
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
