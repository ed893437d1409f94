/** What spreadsheets make of long numbers: 2.02511E+11. */
const ROUNDED = /^\d(?:\.(\d+))?e\+\d+$/

/**
 * Which of some numbers a list names in another form: without its leading zeros, rounded by a spreadsheet, with other
 * dashes, with a sign or a word before it, two in one cell. Nobody can say of such a number that the list lacks it.
 * @param cells of the list @returns the cell beside each number that it may mean
 */
export function findAlike(numbers: readonly string[], cells: Iterable<string>): ReadonlyMap<string, string> {
  const alike = new Map<string, string>()
  if (numbers.length === 0) return alike
  const forms = new Map<string, string>()
  const roundings = new Set<number>()
  for (const cell of cells) {
    const text = fold(cell)
    for (const part of [text, ...text.split(/[^\p{L}\p{N}_-]+/u)]) forms.set(bareForm(part), cell)
    const rounded = ROUNDED.exec(text)
    if (!rounded) continue
    forms.set(text, cell)
    roundings.add(rounded[1]?.length ?? 0)
  }
  for (const number of numbers) {
    const text = fold(number)
    const asRounded = /^\d+$/.test(text)
      ? [...roundings].map(digits => Number(text).toExponential(Math.min(100, digits)))
      : []
    const cell = [bareForm(text), ...asRounded]
      .map(form => forms.get(form))
      .find(found => found !== undefined)
    if (cell !== undefined) alike.set(number, cell)
  }
  return alike
}

const fold = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/** Letters and digits alone, without leading zeros; of a text that has none, the text. */
function bareForm(folded: string): string {
  const bare = folded.replace(/[^\p{L}\p{N}]+/gu, '').replace(/^0+(?=.)/, '')
  return bare === '' ? folded : bare
}
