import type { PartyId } from './dictionary-parties'
import {
  type HeadingWord,
  headingWords,
  isKanaHalf,
  LONGEST_WORD,
  type PersonField,
  type Script,
} from './heading-words'

/** A heading about a person, taken apart into the words that it consists of. */
export interface HeadingParts {
  /** Whose column it says to be; undefined: it does not say. */
  readonly party: PartyId | undefined
  readonly field: PersonField
  /** The half of the name that it says to be: 姓, お名前(名), last name. */
  readonly half: 'family' | 'given' | undefined
  /** Whether it is the given name where another column has the family name: 名, 이름. */
  readonly mayBeGiven: boolean
  /** `kana`: a reading (フリガナ, セイ); `latin`: in Latin letters. */
  readonly script: Script | undefined
  /** 2 of 住所2, Address line 2 and 電話番号2; 0 without a number. */
  readonly line: number
  /** Whether its word for the field has other meanings too, and no party says which: 名, unit. */
  readonly isVague: boolean
}

/** Longer texts, or more words, are no headings. */
const LONGEST = 60
const MOST_WORDS = 9

const known = new Map<string, HeadingParts | undefined>()

/**
 * Reads a heading about a person: party, field, half of the name, script and number may come in any order, with any
 * brackets or separators between them (`姓（お届け先）`, `住所2（お届け先）`, `받는분 주소(상세)`, `Shipping: Address 2`).
 * @returns undefined unless every letter of the heading belongs to a word that is known
 */
export function partsOfHeading(heading: string): HeadingParts | undefined {
  if (heading.length > LONGEST) return undefined
  if (known.has(heading)) return known.get(heading)
  if (known.size > MOST_KNOWN) known.clear()
  const parts = bestOf(compact(heading))
  known.set(heading, parts)
  return parts
}

const MOST_KNOWN = 5000

/** The letters of a heading without anything that only separates its words. */
const compact = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}〒]/gu, '')

interface Word {
  readonly text: string
  readonly means: HeadingWord
}

function bestOf(text: string): HeadingParts | undefined {
  let best: { parts: HeadingParts; words: number } | undefined
  let budget = 2000
  const walk = (at: number, words: readonly Word[]): void => {
    if (budget-- <= 0 || words.length > MOST_WORDS || (best && words.length >= best.words)) return
    if (at === text.length) {
      const parts = partsOf(words)
      if (parts) best = { parts, words: words.length }
      return
    }
    for (let length = Math.min(LONGEST_WORD, text.length - at); length > 0; length--) {
      const piece = text.slice(at, at + length)
      for (const means of headingWords.get(piece) ?? []) walk(at + length, [...words, { text: piece, means }])
    }
  }
  walk(0, [])
  return best?.parts
}

/** What a row of words says together; undefined where they contradict each other. */
function partsOf(words: readonly Word[]): HeadingParts | undefined {
  const of = <K extends HeadingWord['kind']>(kind: K) =>
    words.flatMap(({ text, means }, at) =>
      means.kind === kind ? [{ text, at, means: means as Extract<HeadingWord, { kind: K }> }] : [],
    )
  const parties = of('party')
  const fields = of('field')
  const halves = of('half')
  const lines = of('line')
  const scripts = of('script')
  const [party] = new Set(parties.map(({ means }) => means.party))
  if (parties.some(({ means }) => means.party !== party)) return undefined
  if (lines.length > 1 || new Set(scripts.map(({ means }) => means.script)).size > 1) return undefined
  const isBareParty = fields.length + halves.length === 0
  if (isBareParty && !parties.some(({ means }) => means.isPerson)) return undefined
  const field = isBareParty
    ? 'name'
    : fieldOf(
        fields.map(({ means }) => means.field),
        halves.length > 0,
      )
  if (!field) return undefined
  const [line] = lines
  // お届け先1 is the first of several recipients, and no first line.
  const says = [...fields, ...halves].map(({ at }) => at)
  if (line && !says.some(at => at < line.at)) return undefined
  if (isBareParty && line) return undefined
  const isVague = fields.every(({ means }) => means.isVague) && halves.length === 0 && !isBareParty
  if (isVague && parties.length > 0 && parties.every(({ means }) => means.isThin)) return undefined
  const half = isNameThenGiven(fields.map(({ text }) => text))
    ? 'given'
    : halfOf(halves.map(({ means }) => means.half))
  const isKana = halves.some(({ text }) => isKanaHalf(text))
  return {
    party,
    field,
    half,
    mayBeGiven: field === 'name' && half === undefined && fields.length === 1 && isGivenWord(fields[0]?.text),
    script: isKana ? 'kana' : scripts[0]?.means.script,
    line: line?.means.line ?? 0,
    isVague: isVague && party === undefined,
  }
}

const isGivenWord = (text: string | undefined): boolean =>
  text !== undefined && ['名', '이름', '名前', 'お名前'].includes(text)

/** お名前(名): a word for a name, and then the one that also means a given name. */
const isNameThenGiven = (names: readonly string[]): boolean =>
  names.length === 2 && names[0] !== names[1] && ['名', '이름'].includes(names[1] ?? '')

/** Both halves are the whole name. */
const halfOf = (halves: readonly ('family' | 'given')[]): HeadingParts['half'] => {
  const said = new Set(halves)
  const [only] = said
  return said.size === 1 ? only : undefined
}

/** Fields that are a part of another: 住所(建物名) is the building, 県名 the prefecture. */
const within: Readonly<Partial<Record<PersonField, readonly PersonField[]>>> = {
  address: ['state', 'city', 'addressDetail', 'zipCode', 'country', 'email'],
  name: ['state', 'city', 'addressDetail', 'country', 'company'],
}

function fieldOf(fields: readonly PersonField[], hasHalf: boolean): PersonField | undefined {
  const said = new Set(fields)
  for (const [whole, parts] of Object.entries(within) as [PersonField, readonly PersonField[]][])
    if (parts.some(part => said.has(part))) said.delete(whole)
  if (said.size === 0) return hasHalf ? 'name' : undefined
  const [only] = said
  if (said.size > 1 || (hasHalf && only !== 'name')) return undefined
  return only
}
