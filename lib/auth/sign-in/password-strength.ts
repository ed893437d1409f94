import 'server-only'
import { fail, type Result } from '@/lib/desk-api/result'
import { getTranslations } from '@/lib/words/server'
import { PASSWORD_LENGTH } from './passwords'

/** Why a password is weak: it is common, or close to a word that an attacker knows. */
export type Weakness = 'common' | 'product' | 'name' | 'email'

/** The owner of a password; '' or absent where a value is unknown. */
interface Owner {
  readonly name?: string | undefined
  readonly email?: string | undefined
}

const PRODUCT = 'Lading'
/** Shorter entries of the list occur in too many good passwords. */
const SHORTEST_ENTRY = 3

const t = getTranslations('auth.weak')

/**
 * Why this password is refused; undefined if it is accepted. Case, accents, full-width forms, spaces,
 * punctuation and look-alikes such as `@` for `a` are ignored. A password may contain a common or personal
 * word if the rest is itself a good password.
 */
export async function weaknessOf(
  password: string,
  { name = '', email = '' }: Owner,
): Promise<Weakness | undefined> {
  const common = await commonPasswords()
  const folded = fold(password)
  const personal = { product: wordsOf(PRODUCT), name: wordsOf(name), email: wordsOf(email) }
  const all = Object.values(personal).flat()
  const isLittleMoreThan = (known: readonly string[]) =>
    spellings(folded).some(text => {
      const rest = without(text, known)
      return rest !== text && isGuessable(rest, common)
    })
  for (const kind of ['product', 'name', 'email'] as const) if (isLittleMoreThan(personal[kind])) return kind
  if (isLittleMoreThan(all)) return 'email'
  return isCommon(folded, common) ? 'common' : undefined
}

/** The refusal of a weak password for the form field `password`; undefined if it is accepted. */
export async function refuseWeakPassword(password: string, owner: Owner): Promise<Result<never> | undefined> {
  const weakness = await weaknessOf(password, owner)
  if (!weakness) return undefined
  return fail('input', getTranslations('auth.guard')('input'), [{ name: 'password', message: t(weakness) }])
}

let loaded: Promise<ReadonlySet<string>> | undefined

/** About 49,000 common passwords, with and without punctuation. Loaded on first use. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const entries = dictionary['passwords-common'].flatMap(entry => [entry, lettersAndDigits(entry)])
    return new Set(entries.filter(entry => entry.length >= SHORTEST_ENTRY))
  })
  return loaded
}

/** Whether a text is too short to be a password, or common. */
const isGuessable = (text: string, common: ReadonlySet<string>): boolean =>
  text.length < PASSWORD_LENGTH.min || isCommon(text, common)

/** Whether a folded text is common, or a common one with little around it. */
const isCommon = (text: string, common: ReadonlySet<string>): boolean =>
  isMonotonous(text) ||
  cores(text).some(
    core =>
      [core, ...spellings(core)].some(spelling => common.has(spelling)) &&
      isGuessable(text.replace(core, ''), common),
  )

/**
 * A text and its shorter forms: without a year at the end, without trailing digits and punctuation, and
 * without them at both ends.
 */
const cores = (text: string): string[] => {
  const yearless = text.replace(/(?:19|20)\d\d[^\p{L}\p{N}]*$/u, '')
  const bare = text.replace(/\P{L}+$/u, '')
  return [text, yearless, bare, bare.replace(/^\P{L}+/u, '')].filter(core => core !== '')
}

/**
 * Whether a text steps by one from character to character (`abcdefgh`, `87654321`) or repeats a short part.
 */
function isMonotonous(text: string): boolean {
  const codes = Array.from(text, character => character.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, at) => code - (codes[at] ?? 0)))
  if (steps.size <= 1 && Math.abs([...steps][0] ?? 0) <= 1) return true
  const longest = Math.min(Math.floor(codes.length / 2), PASSWORD_LENGTH.min - 1)
  for (let period = 1; period <= longest; period++) {
    if (codes.every((code, at) => at < period || code === codes[at - period])) return true
  }
  return false
}

/** Lower case, without accents; full-width letters and digits become those of ASCII. Signs stay. */
const fold = (text: string): string =>
  text.normalize('NFKC').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')

const lettersAndDigits = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')

const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
}

/**
 * The letters and digits of a folded text: as they are, and with look-alikes read as letters (`1` as `i` and as `l`).
 */
function spellings(text: string): string[] {
  const read = (one: string) =>
    text.replace(/[01!34@5$789]/g, sign => (sign === '1' ? one : (LOOK_ALIKES[sign] ?? sign)))
  return [...new Set([text, read('i'), read('l')].map(lettersAndDigits))]
}

/** The words of a name or an address that are long enough to be recognised, the longest first. */
function wordsOf(text: string): string[] {
  const parts = fold(text).split(/[^\p{L}\p{N}]+/u)
  const isWord = (word: string) => word.length >= (/^[a-z\d]*$/.test(word) ? 3 : 2)
  return [...new Set([parts.join(''), ...parts])].filter(isWord).sort((a, b) => b.length - a.length)
}

const without = (text: string, known: readonly string[]): string =>
  known.reduce((rest, word) => rest.replaceAll(word, ''), text)
