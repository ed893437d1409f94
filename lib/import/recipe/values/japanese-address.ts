import { municipalityAt, prefectureAt } from './municipalities'

/** The parts of a Japanese address; from `before` on they contain the whole text except blanks between them. */
interface JapaneseAddress {
  /** The postal code before the prefecture, without 〒. */
  readonly zipCode: string
  /** Text before the prefecture: a postal code, 日本. Usually empty. */
  readonly before: string
  readonly state: string
  /** 市区町村, with the 郡 or the ward: 余市郡余市町, 札幌市中央区. */
  readonly city: string
  /** The street up to its last number. */
  readonly address: string
  /** Building and room. */
  readonly detail: string
  /** Address and detail with the text between them. */
  readonly street: string
}

/** A postal code and a country before the prefecture. */
const leadingPostalCode =
  /^\s*(?:日本国?[\s、,，]*)?(?:〒?\s*([\d０-９]{3}[-‐‑–—−ー－ｰ―]?[\d０-９]{4})[\s、,，]*)?(?:日本国?[\s、,，]+)?/

/** Whether a Japanese place name may begin at `at`; a fast test, because 100,000 addresses may be Korean. */
function mayBeginJapanese(text: string, at: number): boolean {
  let place = at
  while (text[place]?.trim() === '') place++
  const unit = text.charCodeAt(place)
  return unit >= FIRST_JAPANESE_UNIT && unit <= LAST_JAPANESE_UNIT
}
/** Kana and kanji, which precede Hangul syllables in Unicode. */
const FIRST_JAPANESE_UNIT = 0x3005
const LAST_JAPANESE_UNIT = 0x9fff

/** Longer texts are not searched. */
const MAX_ADDRESS_LENGTH = 1000

/**
 * Where the parts of an address begin: prefecture, city, street and detail. A part that is not found is empty. An
 * address in another script is all street.
 * @param streetAt where the street begins, if the file says so; otherwise it follows the city that is found
 */
export function cutJapaneseAddress(
  whole: string,
  streetAt?: number,
): readonly [number, number, number, number] {
  if (whole.length > MAX_ADDRESS_LENGTH) return [0, 0, 0, whole.length]
  const begin = leadingPostalCode.exec(whole)?.[0].length ?? 0
  if (!mayBeginJapanese(whole, begin)) return [0, 0, 0, whole.length]
  const prefecture = prefectureAt(whole, begin)
  const city = municipalityAt(whole, prefecture?.end ?? begin, prefecture?.code)
  const isFound = prefecture !== undefined || city !== undefined
  const from = isFound ? begin : 0
  const state = prefecture?.end ?? from
  const street = isFound && streetAt !== undefined ? Math.max(state, streetAt) : (city ?? state)
  return [from, state, street, isFound ? endOfStreet(whole, street) : whole.length]
}

let lastAddress = ''
let lastStreetAt: number | undefined
let lastParts: JapaneseAddress = {
  zipCode: '',
  before: '',
  state: '',
  city: '',
  address: '',
  detail: '',
  street: '',
}

/**
 * Splits an address; blanks between the parts are removed, all other characters stay.
 * @param streetAt as in `cutJapaneseAddress`
 */
export function splitJapaneseAddress(whole: string, streetAt?: number): JapaneseAddress {
  // Eight columns each need a part of the same text.
  if (whole === lastAddress && streetAt === lastStreetAt) return lastParts
  const [state, city, street, detail] = cutJapaneseAddress(whole, streetAt)
  lastAddress = whole
  lastStreetAt = streetAt
  lastParts = {
    zipCode: state === 0 ? '' : (leadingPostalCode.exec(whole)?.[1] ?? ''),
    before: part(whole, 0, state),
    state: part(whole, state, city),
    city: part(whole, city, street),
    address: part(whole, street, detail),
    detail: part(whole, detail),
    street: part(whole, street),
  }
  return lastParts
}

const part = (whole: string, from: number, to?: number): string => whole.slice(from, to).trim()

/** Whether an address begins with its postal code. */
export const hasPostalCode = (whole: string): boolean => splitJapaneseAddress(whole).zipCode !== ''

const digit = '[0-9０-９]'
const hyphen = '[-‐‑‒–—―−ー－ｰ〜~ノの之]'
const kanji = '[〇一二三四五六七八九十百]'

/** Units behind a number. A blank behind 番 or 号 begins the room; a blank behind 丁目 separates nothing. */
const blockUnit = `(?:丁目|番地の?|番丁|番町|番|号地|号(?!室|棟|館)|地割|区画?(?=${digit}))`
const innerBlockUnit = `(?:丁目\\s*|番地の?|番丁|番町|番|号地|地割|区画?)`

/**
 * 1丁目 2番地の3, 1-19-11, １－２－３号, 123番地1: a street number with its units. A number that a spreadsheet turned into a date
 * (3月2日) stays whole, so that the damage remains visible.
 */
const numberRun = new RegExp(
  `${digit}+月\\s?${digit}+日|` +
    `${digit}+(?:${innerBlockUnit}${hyphen}?${digit}+|\\s*${hyphen}\\s*${digit}+)*(?:\\s*${blockUnit})?`,
  'gu',
)

/** The same in characters: 四丁目五番六号. */
const kanjiNumberRun = new RegExp(
  `${kanji}+(?:丁目|番地|番)(?:${kanji}+(?:番地|番|号))*(?:${hyphen}?${kanji}+号)?`,
  'u',
)

/** Suffixes of a number that is part of a place name and does not end the street: 北3条西, 4線, 15区. */
const continuesPlaceName = /^\s*(?:条|線|号線|軒|の?[東西南北]|[町丁](?!目))/u

/** Suffixes of numbers of floors, rooms and buildings. */
const floorOrRoom = /^\s*(?:[fｆＦF階]|号室|号棟|号館|棟|室|LDK)/iu

/**
 * Where the street ends and building and room begin, in an address whose city ends at `from`. Without a street number
 * the whole rest is street.
 */
function endOfStreet(whole: string, from: number): number {
  const street = whole.slice(from)
  let end: number | undefined
  for (const found of street.matchAll(numberRun)) {
    const stop = found.index + found[0].length
    const rest = street.slice(stop)
    if (floorOrRoom.test(rest) || letterOfName.test(street.charAt(found.index - 1))) break
    end = stop
    if (!continuesPlaceName.test(rest)) break
  }
  if (end !== undefined) return from + end
  const found = kanjiNumberRun.exec(street) ?? withoutNumber.exec(street)
  return from + (found ? found.index + found[0].length : street.length)
}

/** A letter before a digit makes the number part of a building's name. */
const letterOfName = /[A-Za-zＡ-Ｚａ-ｚァ-ヴ]/u

/** Marks an address without a house number. */
const withoutNumber = /無番地|番地なし/u
