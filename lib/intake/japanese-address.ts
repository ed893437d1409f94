import { endOfStreet } from './japanese-street'
import { municipalityAt, prefectureAt } from './municipalities'

/** A Japanese address that stood in one text. The parts, one behind the other, are all that stood in it. */
export interface JapaneseAddress {
  /** What stands before the prefecture: a postal code, 日本. Most often nothing. */
  readonly before: string
  readonly state: string
  /** 市区町村, with the 郡 or the ward: 余市郡余市町, 札幌市中央区. */
  readonly city: string
  /** To the last number of the street. */
  readonly address: string
  /** Building and room. */
  readonly detail: string
  /** Address and detail in one, with what stands between them. */
  readonly street: string
}

/** A postal code, and the country, which nobody wants in a prefecture. */
const head =
  /^\s*(?:日本国?[\s、,，]*)?(?:〒?\s*[\d０-９]{3}[-‐‑–—−ー－ｰ―]?[\d０-９]{4}[\s、,，]*)?(?:日本国?[\s、,，]+)?/

/** Whether a place of Japan may be called as a text from `at` on: in 100,000 Korean addresses none is looked for. */
function mayBegin(text: string, at: number): boolean {
  let place = at
  while (text[place]?.trim() === '') place++
  const unit = text.charCodeAt(place)
  return unit >= FIRST && unit <= LAST
}
/** Kana and kanji; the syllables of Korean come behind them. */
const FIRST = 0x3005
const LAST = 0x9fff

/** The longest address that is searched; whatever is longer is none. */
const LONGEST = 1000

/**
 * Where the parts of an address begin: the prefecture, the city, the street and its detail. What is not found is empty
 * and begins where the next part does. An address in another script is all street.
 */
export function cutJapaneseAddress(whole: string): readonly [number, number, number, number] {
  if (whole.length > LONGEST) return [0, 0, 0, whole.length]
  const begin = head.exec(whole)?.[0].length ?? 0
  if (!mayBegin(whole, begin)) return [0, 0, 0, whole.length]
  const prefecture = prefectureAt(whole, begin)
  const city = municipalityAt(whole, prefecture?.end ?? begin, prefecture?.code)
  const isFound = prefecture !== undefined || city !== undefined
  const from = isFound ? begin : 0
  const state = prefecture?.end ?? from
  const street = city ?? state
  return [from, state, street, isFound ? endOfStreet(whole, street) : whole.length]
}

let last = ''
let lastParts: JapaneseAddress = { before: '', state: '', city: '', address: '', detail: '', street: '' }

/** Splits an address; blanks between the parts go, and every other character stays as it is written. */
export function splitJapaneseAddress(whole: string): JapaneseAddress {
  // Each of eight columns asks for its part of the same text.
  if (whole === last) return lastParts
  const [state, city, street, detail] = cutJapaneseAddress(whole)
  const part = (from: number, to?: number) => whole.slice(from, to).trim()
  last = whole
  lastParts = {
    before: part(0, state),
    state: part(state, city),
    city: part(city, street),
    address: part(street, detail),
    detail: part(detail),
    street: part(street),
  }
  return lastParts
}
