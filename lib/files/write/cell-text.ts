/** The longest text of a cell in Excel, in UTF-16 units. */
const MAX_TEXT_LENGTH = 32_767

const SPECIAL = /[&<>\ufffe\uffff]|_x|\p{Cs}|(?![\t\n])\p{Cc}/u
const OUTER_SPACE = /^\s|\s$|[\n\t]/

/**
 * The `<t>` element of a text in a workbook (ECMA-376, ST_Xstring). Characters that XML refuses, such as control
 * characters and halves of surrogate pairs, become `_xHHHH_`, as does the first character of a text that is spelled
 * like that. Unescaped, they would make the whole file unreadable.
 */
export function textElement(text: string): string {
  const tag = OUTER_SPACE.test(text) ? '<t xml:space="preserve">' : '<t>'
  return `${tag}${escapeText(text)}</t>`
}

/** A text with the characters that XML reserves, or cannot contain, escaped as Excel does. */
export function escapeText(text: string): string {
  if (!SPECIAL.test(text)) return text
  return text
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll(
      /\p{Cs}|[\ufffe\uffff]|(?![\t\n])\p{Cc}/gu,
      character => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** Characters that XML 1.0 refuses: control characters, halves of surrogate pairs, two that are not characters. */
const REFUSED = /[^\P{Cc}\t\n]|[\ufffe\uffff]|\p{Cs}/gu

/** A text without what Excel refuses, cut to the length that a cell may have. */
export function cleanText(text: string): string {
  const clean = SPECIAL.test(text) ? text.replaceAll(/\r\n?/g, '\n').replaceAll(REFUSED, '') : text
  if (clean.length <= MAX_TEXT_LENGTH) return clean
  // The cut may leave half of a surrogate pair behind.
  return clean.slice(0, MAX_TEXT_LENGTH).replace(/[\ud800-\udbff]$/, '')
}
