/** How many characters (Unicode code points) a text has. */
export function countCharacters(value: string): number {
  let count = 0
  for (const _ of value) count++
  return count
}
