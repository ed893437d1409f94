/** The letters of a spreadsheet column, counted from 0: 0 is A, 25 is Z, 26 is AA. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26) - 1
  const letter = String.fromCharCode(65 + (column % 26))
  return rest < 0 ? letter : columnLetters(rest) + letter
}
