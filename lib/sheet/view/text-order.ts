import { SortKeys, sortLocale } from './sort-keys'

/**
 * Sort order of texts: numbers inside a text by their value ("item 9" before "item 10"), the rest by the operator's
 * language. A collator is slow and a sheet has up to 100,000 lines, so each distinct text is ranked once, by a key when
 * it consists of ordinary characters.
 */
const collator = new Intl.Collator(sortLocale, { numeric: true })

/** Compares two texts in sort order. */
export const compareTexts = (a: string, b: string): number => collator.compare(a, b)

/** Positions of distinct texts in sort order. */
export function sortTexts(texts: readonly string[]): Uint32Array {
  return sortPositions(texts, comparing(texts))
}

/** Positions of texts, sorted. Order numbers are often in order already, which a single pass shows. */
function sortPositions(texts: readonly string[], compare: (a: number, b: number) => number): Uint32Array {
  const positions = new Uint32Array(texts.length)
  let isSorted = true
  for (let at = 0; at < texts.length; at++) {
    positions[at] = at
    isSorted &&= at === 0 || compare(at - 1, at) <= 0
  }
  return isSorted ? positions : positions.sort(compare)
}

/** Rank of each distinct text. Texts that are equal in the language share a rank. */
export function ranksOf(texts: readonly string[]): Uint32Array {
  const compare = comparing(texts)
  const places = new Uint32Array(texts.length)
  let place = 0
  let before: number | undefined
  for (const at of sortPositions(texts, compare)) {
    if (before !== undefined && compare(before, at) !== 0) place++
    places[at] = place
    before = at
  }
  return places
}

function comparing(texts: readonly string[]): (a: number, b: number) => number {
  const keys = new SortKeys(texts)
  return (a, b) => keys.compare(a, b) || compareTexts(texts[a] ?? '', texts[b] ?? '')
}

/** Rank of each text by its number; texts without a number come last, in sort order of texts. */
export function numberRanksOf(texts: readonly string[], read: (text: string) => number): Uint32Array {
  const values = Float64Array.from(texts, read)
  const numbers = values.filter(value => !Number.isNaN(value)).sort()
  const place = new Map(Array.from(numbers, (value, at) => [value, at]))
  const others = texts.filter((_, at) => Number.isNaN(values[at]))
  const otherRanks = ranksOf(others)
  let other = 0
  return Uint32Array.from(values, value => place.get(value) ?? texts.length + (otherRanks[other++] ?? 0))
}
