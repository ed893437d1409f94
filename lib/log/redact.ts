/** Texts longer than this are cut before they are looked at. */
const LONGEST = 1000

/** What stays: ids of Lading's own, which tell of nobody and are what a log is read for; addresses of machines. */
const KEPT = /(\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b\d{1,3}(?:\.\d{1,3}){3}\b)/i

type Rule = readonly [pattern: RegExp, instead: string]

/**
 * Secrets by their forms and names; and whatever is quoted or in another script than Latin, whole: sentences of
 * programs are English, and what they quote is what operators and services sent.
 */
const wide: readonly Rule[] = [
  [/\b(Bearer|Basic)\s+[^\s"',;]+/gi, '$1 [secret]'],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '[secret]'],
  [/\/\/[^\s/@]+@/g, '//[secret]@'],
  [/\b([\w-]*(?:token|secret|password|authorization|cookie|key))(["']?\s*[:=]\s*)[^\s,;]+/gi, '$1$2[secret]'],
  [/[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu, '[e-mail]'],
  [/"[^"]*(?:"|$)|`[^`]*(?:`|$)|(?<![\p{L}\d])'[^']*'(?![\p{L}\d])/gu, '[text]'],
  [/[^\p{ASCII}…](?:[^\n]*[^\p{ASCII}…])?/gu, '[text]'],
]

/** What looks like a secret, a customs code, a telephone number, a name. */
const narrow: readonly Rule[] = [
  [/\b(?=[\w+=-]*\d)(?=[\w+=-]*[a-z])[\w+=-]{20,}/gi, '[secret]'],
  [/\b[A-Za-z]{1,3}\d{6,}\b/g, '[code]'],
  [/\+?\d[\d\s().-]{4,}\d/g, '[number]'],
  [/\b[A-Z][A-Za-z'.-]+(?:[ ,]+[A-Z][A-Za-z'.-]+)+/g, '[name]'],
]

/**
 * A text of a program without secrets and without what may tell of a person. It rather takes out too much: where it
 * went wrong is told by the places of the code beside it.
 */
export function redact(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text
  const bare = apply(wide, withoutJson(cut))
  // Split by a group, the parts that stay are every second one.
  const parts = bare.split(KEPT)
  return parts.map((part, at) => (at % 2 === 1 ? part : apply(narrow, part))).join('')
}

const apply = (rules: readonly Rule[], text: string): string =>
  rules.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), text)

/** JSON, from where it begins to where it ends, is what was sent or answered. */
function withoutJson(text: string): string {
  const from = text.search(/[[{]\s*["'{[]|\{/)
  if (from === -1) return text
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))
  return `${text.slice(0, from)}{…}${to > from ? text.slice(to + 1) : ''}`
}

/** A text without paths of files and of requests. */
export const withoutPaths = (text: string): string =>
  text.replaceAll(/(?:[A-Za-z]:)?(?:[/\\][^\s/\\:'"`)]{1,200}){1,40}/g, '[path]')
