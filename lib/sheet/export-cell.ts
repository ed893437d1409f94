/**
 * Texts that a spreadsheet would run as a formula when it opens a CSV: they begin, perhaps behind blanks, with a sign
 * of one, in ASCII or full width, or with a character that hides one. Apostrophes before them count, so that taking the
 * protection away gives back what was there.
 */
const RISKY = /^'*(?:[\t\r\n\0]|[ \u00a0\u3000]*[=+\-@|＝＋－＠])/

/** A number is no formula, and must come back as it was: -5.5, +82. */
const NUMBER = /^[+-]?(?:\d+(?:[.,]\d+)*|\.\d+)(?:[eE][+-]?\d+)?$/

const isRisky = (text: string): boolean => RISKY.test(text) && !NUMBER.test(text)

/** A text that no spreadsheet runs: an apostrophe goes before one that could be run. */
export const protectCell = (text: string): string => (isRisky(text) ? `'${text}` : text)

/** The text that was protected. */
export const unprotectCell = (text: string): string =>
  text.startsWith("'") && isRisky(text.slice(1)) ? text.slice(1) : text

/** A line of CSV (RFC 4180): protected, quoted where need be, ended by CRLF. */
export const csvLine = (texts: readonly string[]): string =>
  `${texts.map(text => quoted(protectCell(text))).join(',')}\r\n`

const quoted = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
