/** How a draft is called until it gets a name: by its day, and counted where that day has several. */
const BY_DAY = /^[A-Z][a-z]+ \d{1,2}, \d{4}( \(\d+\))?$/

/** Letters of a draft's name. */
const MOST = 100

/** What a draft is called after a file came into it; undefined where somebody gave it a name already. */
export function nameOfFile(draft: string, file: string): string | undefined {
  if (!BY_DAY.test(draft)) return undefined
  const bare = file
    .replace(/(?!^)\.[A-Za-z0-9]{1,5}$/, '')
    .normalize('NFC')
    .trim()
  return bare === '' ? undefined : [...bare].slice(0, MOST).join('').slice(0, MOST).toWellFormed()
}
