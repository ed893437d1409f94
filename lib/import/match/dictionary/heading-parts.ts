import {
  type HeadingWord,
  headingWords,
  isKanaHalf,
  MAX_WORD_LENGTH,
  type PersonField,
  type Script,
} from './heading-words'
import type { PartyId } from './parties'

/** A heading about a person, taken apart into the words that it consists of. */
export interface HeadingParts {
  /** The party that the heading names; undefined if it names none. */
  readonly party: PartyId | undefined
  readonly field: PersonField
  /** The half of a name that the heading asks for: 姓, お名前(名), last name. */
  readonly half: 'family' | 'given' | undefined
  /** Whether it is the given name where another column has the family name: 名, 이름. */
  readonly mayBeGiven: boolean
  /** `kana`: a reading (フリガナ, セイ); `latin`: in Latin letters. */
  readonly script: Script | undefined
  /** 2 of 住所2, Address line 2 and 電話番号2; 0 without a number. */
  readonly line: number
  /** Whether the word for the field has other meanings and no party decides: 名, unit. */
  readonly isVague: boolean
}

/** Longer texts, or more words, are not headings. */
const MAX_HEADING_LENGTH = 60
const MAX_WORDS = 9

const parsedHeadings = new Map<string, HeadingParts | undefined>()

/**
 * Parses a heading about a person: party, field, half of the name, script and number may come in any order, with any
 * brackets or separators (`姓（お届け先）`, `住所2（お届け先）`, `받는분 주소(상세)`, `Shipping: Address 2`).
 * @returns undefined unless every letter of the heading belongs to a known word
 */
export function partsOfHeading(heading: string): HeadingParts | undefined {
  if (heading.length > MAX_HEADING_LENGTH) return undefined
  if (parsedHeadings.has(heading)) return parsedHeadings.get(heading)
  if (parsedHeadings.size > MAX_CACHED) parsedHeadings.clear()
  const parts = bestParse(lettersOf(heading))
  parsedHeadings.set(heading, parts)
  return parts
}

const MAX_CACHED = 5000

/** The letters of a heading without anything that only separates its words. */
const lettersOf = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}〒]/gu, '')

interface ParsedWord {
  readonly text: string
  readonly means: HeadingWord
}

function bestParse(text: string): HeadingParts | undefined {
  let best: { parts: HeadingParts; words: number } | undefined
  let budget = 2000
  const walk = (at: number, words: readonly ParsedWord[]): void => {
    if (budget-- <= 0 || words.length > MAX_WORDS || (best && words.length >= best.words)) return
    if (at === text.length) {
      const parts = combineWords(words)
      if (parts) best = { parts, words: words.length }
      return
    }
    for (let length = Math.min(MAX_WORD_LENGTH, text.length - at); length > 0; length--) {
      const piece = text.slice(at, at + length)
      for (const means of headingWords.get(piece) ?? []) walk(at + length, [...words, { text: piece, means }])
    }
  }
  walk(0, [])
  return best?.parts
}

/** 수취인 정보 may mean all data about a person. */
const vagueFillers = new Set(['정보', '情報', 'info', 'information', 'text', 'value', '値'])

/** Combines the words of a heading; undefined if they contradict each other. */
function combineWords(words: readonly ParsedWord[]): HeadingParts | undefined {
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
  // 発送先カナ is the reading of a name.
  const isPerson = parties.some(({ means }) => means.isPerson) || (party !== undefined && scripts.length > 0)
  if (isBareParty && (!isPerson || words.some(({ text }) => vagueFillers.has(text)))) return undefined
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
  const kinds = new Set(halves)
  const [only] = kinds
  return kinds.size === 1 ? only : undefined
}

/** Fields that are a part of another: 住所(建物名) is the building, 県名 the prefecture. */
const partFields: Readonly<Partial<Record<PersonField, readonly PersonField[]>>> = {
  address: ['state', 'city', 'addressDetail', 'zipCode', 'country', 'email'],
  name: ['state', 'city', 'addressDetail', 'country', 'company'],
}

function fieldOf(fields: readonly PersonField[], hasHalf: boolean): PersonField | undefined {
  const found = new Set(fields)
  for (const [whole, parts] of Object.entries(partFields) as [PersonField, readonly PersonField[]][])
    if (parts.some(part => found.has(part))) found.delete(whole)
  if (found.size === 0) return hasHalf ? 'name' : undefined
  const [only] = found
  if (found.size > 1 || (hasHalf && only !== 'name')) return undefined
  return only
}
