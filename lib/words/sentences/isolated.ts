/** Letters that are written right to left, and the characters that say in which direction what follows them runs. */
const TURNING =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

const OPENING = new Set(['\u2066', '\u2067', '\u2068'])
const FIRST_STRONG_ISOLATE = '\u2068'
const END_OF_ISOLATE = '\u2069'
/** Characters that end a paragraph, and with it every isolation. Tabs and line feeds stay: HTML shows them as blanks. */
const ENDS_OF_PARAGRAPHS = /(?![\n\t])[\p{Cc}\u2029]/gu

/**
 * A foreign text that keeps its directions to itself once something isolates it, as `<bdi>` does: without ends of
 * isolations that it did not begin, and with those that it forgot. It looks as it was.
 */
export function contained(text: string): string {
  if (!TURNING.test(text)) return text
  let open = 0
  let kept = ''
  for (const character of text.replaceAll(ENDS_OF_PARAGRAPHS, ' ')) {
    if (OPENING.has(character)) open++
    else if (character === END_OF_ISOLATE) {
      if (open === 0) continue
      open--
    }
    kept += character
  }
  return kept + END_OF_ISOLATE.repeat(open)
}

/** Isolates a foreign text within a sentence, so that it cannot reorder the words. Most texts stay unchanged. */
export const isolated = (text: string): string =>
  TURNING.test(text) ? `${FIRST_STRONG_ISOLATE}${contained(text)}${END_OF_ISOLATE}` : text
