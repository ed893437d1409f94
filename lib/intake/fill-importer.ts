import { hasHangul, isJapanese, isNeutral } from '@/lib/sheet/scripts'
import type { Origin } from './imported'
import { share } from './origins'
import { type PostalLookup, type PostalPlace, postalDigits } from './postal'

/** What an order says in one of its columns; '' when nothing. */
export type Said = (column: string) => string

/** Where a postal code lies, and what is said of cells that are filled by it. */
interface Place {
  readonly state: Origin
  readonly city: Origin | undefined
}

/** Finds where the text of a postal code, as typed, lies. */
export type FindPlace = (code: string) => Place | undefined

/** Finds a text for a blank cell of an order; undefined: there is none to be had. */
export type FindText = (said: Said, find: FindPlace) => Origin | undefined

/** Looks codes up as they are typed, each once. */
export function placesBy(postal: PostalLookup | undefined): FindPlace {
  const known = new Map<string, ReturnType<FindPlace>>()
  return code => {
    if (code === '' || !postal) return undefined
    const before = known.get(code)
    if (before || known.has(code)) return before
    const digits = postalDigits(code)
    const place = digits === undefined ? undefined : postal(digits)
    const found = digits === undefined || !place ? undefined : placeOf(digits, place)
    known.set(code, found)
    return found
  }
}

function placeOf(digits: string, { state, city }: PostalPlace): Place {
  const by = { kind: 'postal-code', of: `${digits.slice(0, 3)}-${digits.slice(3)}` } as const
  return {
    state: share({ ...by, text: state }),
    city: city === undefined ? undefined : share({ ...by, text: city }),
  }
}

/** Japan's own words for itself, as exports and operators write them. */
const japan = new Set(['JP', 'JPN', 'JAPAN', '日本', '일본'])
const isToJapan: (said: Said) => boolean = said => japan.has(said('recipient.country').trim().toUpperCase())

/** Prefecture and city of the recipient, by the postal code, where nothing speaks against it. */
const ofRecipient =
  (part: 'state' | 'city'): FindText =>
  (said, find) => {
    const place = find(said('recipient.zipCode'))
    const found = place?.[part]
    if (!place || !found) return undefined
    if (part === 'city' && !agrees(said('recipient.state'), place.state.text)) return undefined
    // The address holds it already, unseen by the prefecture's cell: somebody is to look.
    return said('recipient.address').includes(found.text) ? { ...found, review: true } : found
  }

/** Whether what an order says of its prefecture is this one, or nothing; 東京 is 東京都. */
function agrees(said: string, state: string): boolean {
  const text = said.trim()
  return text === '' || text === state || state.startsWith(text.normalize('NFKC'))
}

/** By column, for recipients in Japan. */
const recipient: Readonly<Record<string, FindText>> = {
  'recipient.state': ofRecipient('state'),
  'recipient.city': ofRecipient('city'),
}

/** @param isJapanSheet whether every recipient lives in Japan, whatever the country's cell says */
export const recipientFinder = (column: string, isJapanSheet: boolean): FindText | undefined => {
  const find = Object.hasOwn(recipient, column) ? recipient[column] : undefined
  if (!find || isJapanSheet) return find
  return (said, places) => (isToJapan(said) ? find(said, places) : undefined)
}

const copied = (text: string): Origin => ({ kind: 'recipient', text })
const japaneseOf = (text: string): Origin | undefined => (isJapanese(text) ? copied(text) : undefined)

const importerPlace =
  (part: 'state' | 'city'): FindText =>
  (said, find) => {
    const own = japaneseOf(said(`recipient.${part}`))
    if (own) return own
    return find(said('recipient.importerJapaneseZipCode') || said('recipient.zipCode'))?.[part]
  }

/** The importer block: what the recipient says in Japanese already, field by field, or what the postal code tells. */
export const importerFinders: Readonly<Record<string, FindText>> = {
  'recipient.importerJapaneseName': said => japaneseOf(said('recipient.name')),
  'recipient.importerJapaneseZipCode': said => {
    const code = said('recipient.zipCode')
    return postalDigits(code) && !hasHangul(code) ? copied(code) : undefined
  },
  'recipient.importerJapaneseState': importerPlace('state'),
  'recipient.importerJapaneseCity': importerPlace('city'),
  'recipient.importerJapaneseAddress': said => japaneseOf(said('recipient.address')),
  'recipient.importerJapaneseAddressDetail': said => {
    const detail = said('recipient.addressDetail')
    // A room number is no Japanese yet, but belongs to an address that is.
    const fits = detail !== '' && isNeutral(detail) && isJapanese(said('recipient.address'))
    return japaneseOf(detail) ?? (fits ? copied(detail) : undefined)
  },
}
