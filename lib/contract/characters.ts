/** How many characters (Unicode code points) a text has. */
export function countCharacters(value: string): number {
  let count = 0
  for (const _ of value) count++
  return count
}

/** Digits without the zeros at their end. A pattern would look for the end from each zero of a long text. */
export function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (end > 0 && digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

/** The first characters of a text, none of them halved. The result is a copy: V8 keeps the whole text for a slice. */
export const firstCharacters = (value: string, max: number): string =>
  // A character has at most two UTF-16 units.
  value.length <= max ? value : [...value.slice(0, 2 * max)].slice(0, max).join('')

/** A text as a sentence quotes it: its first characters and an ellipsis if it has more. */
export function clip(value: string, max: number): string {
  const first = firstCharacters(value, max)
  return first.length < value.length ? `${first}…` : value
}
