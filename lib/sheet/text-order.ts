import { SortKeys, sortLocale } from './sort-keys'

/**
 * How texts stand in a sorted list: numbers inside a text by their value ("item 9" before "item 10"), the rest as the
 * operator's language has it. A collator takes its time for a comparison and a sheet has 100,000 lines, so every
 * distinct text is placed once, and by a key made beforehand wherever it consists of ordinary characters.
 */
const collator = new Intl.Collator(sortLocale, { numeric: true })

/** Compares two texts as a sorted list has them. */
export const compareTexts = (a: string, b: string): number => collator.compare(a, b)

/** Positions of distinct texts, that of the first one first. */
export function sortTexts(texts: readonly string[]): Uint32Array {
  return Uint32Array.from(texts.keys()).sort(comparing(texts))
}

/** The place of each of some distinct texts among all. Texts that the language does not tell apart share one. */
export function placesOf(texts: readonly string[]): Uint32Array {
  const compare = comparing(texts)
  const places = new Uint32Array(texts.length)
  let place = 0
  let before: number | undefined
  for (const at of Uint32Array.from(texts.keys()).sort(compare)) {
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

/** The place of each of some texts by the number it holds; those that hold none stand behind, as texts do. */
export function numberPlacesOf(texts: readonly string[], read: (text: string) => number): Uint32Array {
  const values = Float64Array.from(texts, read)
  const numbers = values.filter(value => !Number.isNaN(value)).sort()
  const place = new Map(Array.from(numbers, (value, at) => [value, at]))
  const others = texts.filter((_, at) => Number.isNaN(values[at]))
  const behind = placesOf(others)
  let other = 0
  return Uint32Array.from(values, value => place.get(value) ?? texts.length + (behind[other++] ?? 0))
}
