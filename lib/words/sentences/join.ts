/** Sentences that follow one another. Japanese has no blank between them. False and empty ones are left out. */
export function joinSentences(
  language: string,
  sentences: readonly (string | false | null | undefined)[],
): string {
  let text = ''
  for (const sentence of sentences) {
    if (!sentence) continue
    const isClose = text === '' || (language === 'ja' && endsInFullWidth.test(text))
    text += isClose ? sentence : ` ${sentence}`
  }
  return text
}

/** A foreign sentence may end in half width, in a Japanese text, too. */
const endsInFullWidth = /[\u3000-\u9fff\uff00-\uffef]$/

/** Parts of one sentence that have commas of their own. False and empty ones are left out. */
export const joinClauses = (
  language: string,
  clauses: readonly (string | false | null | undefined)[],
): string => clauses.filter(Boolean).join(language === 'ja' ? '、' : language === 'ko' ? ', ' : '; ')

/**
 * Names in a row.
 * @param type `conjunction` writes an "and" before the last name, `unit` does not: for numbers, rows and cells
 */
export const listOf = (
  language: string,
  items: readonly (string | number)[],
  type: 'conjunction' | 'unit' = 'unit',
): string =>
  type === 'conjunction'
    ? formatOf(language).format(items.map(String))
    : items.join(language === 'ja' ? '、' : ', ')

/** The first `most` of some names, and an ellipsis for the others. @param count how many names there are */
export function firstOf(
  language: string,
  items: readonly (string | number)[],
  most: number,
  count = items.length,
): string {
  const text = listOf(language, items.slice(0, most))
  if (count <= Math.min(most, items.length)) return text
  return `${text}${language === 'ja' ? '…' : ', …'}`
}

const formats = new Map<string, Intl.ListFormat>()

function formatOf(language: string): Intl.ListFormat {
  let format = formats.get(language)
  if (!format) {
    format = new Intl.ListFormat(language, { type: 'conjunction' })
    formats.set(language, format)
  }
  return format
}
