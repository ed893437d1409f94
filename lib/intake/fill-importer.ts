import { hasHangul, isJapanese, isNeutral } from '@/lib/sheet/scripts'
import type { Origin } from './imported'
import { type PostalLookup, type PostalPlace, postalDigits } from './postal'

/** What an order says in one of its columns; '' when nothing. */
export type Said = (column: string) => string

/** A text for a blank cell of an order; undefined: there is none to be had. */
type Found = Origin | undefined

const copied = (text: string): Origin => ({ kind: 'recipient', text })

/** Japan's own words for itself, as exports and operators write them. */
const japan = new Set(['JP', 'JPN', 'JAPAN', '日本', '일본'])
const isToJapan = (said: Said): boolean => japan.has(said('recipient.country').trim().toUpperCase())

/** @param code text of a postal code, as typed */
function placeOf(
  code: string,
  postal: PostalLookup | undefined,
): { digits: string; place: PostalPlace } | undefined {
  const digits = postalDigits(code)
  const place = digits === undefined ? undefined : postal?.(digits)
  return digits !== undefined && place ? { digits, place } : undefined
}

/**
 * Prefecture and city of the recipient by the postal code. Not where the address holds them already, unseen by the
 * prefecture's cell: then it is filled for somebody to look at.
 */
function fromPostalCode(
  said: Said,
  code: string,
  part: 'state' | 'city',
  postal: PostalLookup | undefined,
): Found {
  const found = placeOf(code, postal)
  const text = found?.place[part]
  if (!found || text === undefined) return undefined
  const isTwice = said('recipient.address').normalize('NFKC').includes(text)
  const of = `${found.digits.slice(0, 3)}-${found.digits.slice(3)}`
  return { kind: 'postal-code', text, of, ...(isTwice ? { review: true } : {}) }
}

/** Whether what an order says of its prefecture is the one of the code, or nothing; 東京 is 東京都. */
function agrees(state: string, code: string, postal: PostalLookup | undefined): boolean {
  const known = placeOf(code, postal)?.place.state
  const text = state.normalize('NFKC').trim()
  return text === '' || (known !== undefined && (known === text || known.startsWith(text)))
}

/** @param isJapanSheet whether every recipient lives in Japan, whatever the country's cell says */
export function fillRecipient(
  column: string,
  said: Said,
  postal: PostalLookup | undefined,
  isJapanSheet: boolean,
): Found {
  if (!isJapanSheet && !isToJapan(said)) return undefined
  const code = said('recipient.zipCode')
  if (column === 'recipient.state') return fromPostalCode(said, code, 'state', postal)
  if (column !== 'recipient.city' || !agrees(said('recipient.state'), code, postal)) return undefined
  return fromPostalCode(said, code, 'city', postal)
}

/** A cell of the importer block: what the recipient says in Japanese already, or what the postal code tells. */
export function fillImporter(column: string, said: Said, postal: PostalLookup | undefined): Found {
  switch (column) {
    case 'recipient.importerJapaneseName':
      return japaneseOf(said('recipient.name'))
    case 'recipient.importerJapaneseAddress':
      return japaneseOf(said('recipient.address'))
    case 'recipient.importerJapaneseAddressDetail': {
      const detail = said('recipient.addressDetail')
      // A room number is no Japanese yet, but belongs to an address that is.
      const fits = isNeutral(detail) && isJapanese(said('recipient.address'))
      return japaneseOf(detail) ?? (fits && detail !== '' ? copied(detail) : undefined)
    }
    case 'recipient.importerJapaneseZipCode': {
      const code = said('recipient.zipCode')
      return postalDigits(code) && !hasHangul(code) ? copied(code) : undefined
    }
    case 'recipient.importerJapaneseState':
      return japaneseOf(said('recipient.state')) ?? importerPlace(said, 'state', postal)
    case 'recipient.importerJapaneseCity':
      return japaneseOf(said('recipient.city')) ?? importerPlace(said, 'city', postal)
    default:
      return undefined
  }
}

const japaneseOf = (text: string): Found => (isJapanese(text) ? copied(text) : undefined)

function importerPlace(said: Said, part: 'state' | 'city', postal: PostalLookup | undefined): Found {
  const code = said('recipient.importerJapaneseZipCode') || said('recipient.zipCode')
  const found = placeOf(code, postal)
  const text = found?.place[part]
  const of = found && `${found.digits.slice(0, 3)}-${found.digits.slice(3)}`
  return text === undefined || of === undefined ? undefined : { kind: 'postal-code', text, of }
}
