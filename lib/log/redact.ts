/** Longer texts are cut before redaction. */
const MAX_LENGTH = 1000

/**
 * Never redacted: Lading's own ids, which identify no person; IP addresses; versions of the runtime and the database.
 */
const KEPT_PATTERN =
  /(\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:SQLite|PostgreSQL|Node) \d{1,2}(?:\.\d{1,3}){1,2}\b)/i

type Rule = readonly [pattern: RegExp, instead: string]

/**
 * Secrets by their form or name, and everything that is quoted or not in Latin script: messages of programs are
 * English, and their quotes are what operators and services sent.
 */
const formRules: readonly Rule[] = [
  [/\b(Bearer|Basic)\s+[^\s"',;]+/gi, '$1 [secret]'],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '[secret]'],
  [/\/\/[^\s/@]+@/g, '//[secret]@'],
  [/\b([\w-]*(?:token|secret|password|authorization|cookie|key))(["']?\s*[:=]\s*)[^\s,;]+/gi, '$1$2[secret]'],
  [/[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu, '[e-mail]'],
  [/"[^"]*(?:"|$)|`[^`]*(?:`|$)|(?<![\p{L}\d])'[^']*'(?![\p{L}\d])/gu, '[text]'],
  [/[^\p{ASCII}…](?:[^\n]*[^\p{ASCII}…])?/gu, '[text]'],
]

/** Text that looks like a secret, a customs code, a phone number or a name. */
const contentRules: readonly Rule[] = [
  [/\b(?=[\w+=-]*\d)(?=[\w+=-]*[a-z])[\w+=-]{20,}/gi, '[secret]'],
  [/\b[A-Za-z]{1,3}\d{6,}\b/g, '[code]'],
  [/\+?\d[\d\s().-]{4,}\d/g, '[number]'],
  [/\b[A-Z][A-Za-z'.-]+(?:[ ,]+[A-Z][A-Za-z'.-]+)+/g, '[name]'],
]

/**
 * Redacts secrets and personal data in a program's text. It rather redacts too much: the stack frames beside it show
 * where the error happened.
 */
export function redact(text: string): string {
  const cut = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} …` : text
  const bare = apply(formRules, withoutJson(cut))
  // After a split by a capturing group, every second part is one that stays.
  const parts = bare.split(KEPT_PATTERN)
  return parts.map((part, at) => (at % 2 === 1 ? part : apply(contentRules, part))).join('')
}

const apply = (rules: readonly Rule[], text: string): string =>
  rules.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), text)

/** Replaces JSON, which is what was sent or received. */
function withoutJson(text: string): string {
  const from = text.search(/[[{]\s*["'{[]|\{/)
  if (from === -1) return text
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))
  return `${text.slice(0, from)}{…}${to > from ? text.slice(to + 1) : ''}`
}

/** Replaces paths of files and requests. */
export const withoutPaths = (text: string): string =>
  text.replaceAll(/(?:[A-Za-z]:)?(?:[/\\][^\s/\\:'"`)]{1,200}){1,40}/g, '[path]')
