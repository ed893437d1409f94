/** The name of a new draft: its day in the language of its operator, with a number if there are several. */
const DAY_NAME =
  /^(?:[A-Z][a-z]+ \d{1,2}, \d{4}|\d{4}년 \d{1,2}월 \d{1,2}일|\d{4}年\d{1,2}月\d{1,2}日)(?: \(\d+\))?$/

/** Characters of a name that the server accepts. */
const MAX_NAME_LENGTH = 100

/** The name of a draft after a file was imported; undefined if an operator has named it already. */
export function nameOfFile(draft: string, file: string): string | undefined {
  if (!DAY_NAME.test(draft)) return undefined
  const bare = file
    .replace(/(?!^)\.[A-Za-z0-9]{1,5}$/, '')
    .normalize('NFC')
    .trim()
  return bare === ''
    ? undefined
    : [...bare].slice(0, MAX_NAME_LENGTH).join('').slice(0, MAX_NAME_LENGTH).toWellFormed()
}
