/**
 * Texts that a spreadsheet would run as a formula when it opens a CSV file: they begin, perhaps after blanks, with a
 * sign of a formula, in ASCII or full width, or with a character that hides one. Leading apostrophes count, so that
 * removing the protection restores the text.
 */
const RISKY = /^'*(?:[\t\r\n\0]|[ \u00a0\u3000]*[=+\-@|＝＋－＠])/

/** A number is not a formula and must not change: -5.5, +82. */
const NUMBER = /^[+-]?(?:\d+(?:[.,]\d+)*|\.\d+)(?:[eE][+-]?\d+)?$/

const isRisky = (text: string): boolean => RISKY.test(text) && !NUMBER.test(text)

/** Protects a text from being run as a formula with a leading apostrophe. */
export const protectCell = (text: string): string => (isRisky(text) ? `'${text}` : text)

/** Removes the protection of `protectCell`. */
export const unprotectCell = (text: string): string =>
  text.startsWith("'") && isRisky(text.slice(1)) ? text.slice(1) : text

/** A line of CSV (RFC 4180): protected, quoted where need be, ended by CRLF. */
export const csvLine = (texts: readonly string[]): string =>
  `${texts.map(text => quoted(protectCell(text))).join(',')}\r\n`

const quoted = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
