import { type Origin, shareOrigin } from '@/lib/import/recipe/values/origins'
import { importerColumns, isToJapan, recipientColumns } from '@/lib/sheet/schema/japanese-addresses'
import { hasHangul, isJapanese, isScriptNeutral } from '@/lib/sheet/schema/writing-systems'
import { type PostalLookup, type PostalPlace, postalDigits } from './postal'

/** The text of an order in one of its columns; '' if it has none. */
export type TextIn = (column: string) => string

/** The place of a postal code, as origins of the cells that it fills. */
interface PostalOrigins {
  readonly state: Origin
  readonly city: Origin | undefined
}

/** Finds where the text of a postal code, as typed, lies. */
type FindPostalOrigins = (code: string) => PostalOrigins | undefined

/** Finds a text for a blank cell of an order; undefined if there is none. */
type FindText = (textIn: TextIn, find: FindPostalOrigins) => Origin | undefined

/** Looks up codes as they are typed, each code once. */
export function postalOriginsFinder(postal: PostalLookup | undefined): FindPostalOrigins {
  const known = new Map<string, ReturnType<FindPostalOrigins>>()
  return code => {
    if (code === '' || !postal) return undefined
    const before = known.get(code)
    if (before || known.has(code)) return before
    const digits = postalDigits(code)
    const place = digits === undefined ? undefined : postal(digits)
    const found = digits === undefined || !place ? undefined : originsOfPlace(digits, place)
    known.set(code, found)
    return found
  }
}

function originsOfPlace(digits: string, { state, city }: PostalPlace): PostalOrigins {
  const by = { kind: 'postal-code', of: `${digits.slice(0, 3)}-${digits.slice(3)}` } as const
  return {
    state: shareOrigin({ ...by, text: state }),
    city: city === undefined ? undefined : shareOrigin({ ...by, text: city }),
  }
}

/** Prefecture and city of the recipient by the postal code, unless the order's prefecture contradicts it. */
const ofRecipient =
  (part: 'state' | 'city'): FindText =>
  (textIn, find) => {
    const place = find(textIn(recipientColumns.zipCode))
    const found = place?.[part]
    if (!place || !found) return undefined
    if (part === 'city' && !isConsistentState(textIn(recipientColumns.state), place.state.text))
      return undefined
    // The address already contains the text, so the filled cell is marked for review.
    return textIn(recipientColumns.address).includes(found.text) ? { ...found, review: true } : found
  }

/** Whether the order's prefecture is this one or blank; 東京 is 東京都. */
function isConsistentState(stateOfOrder: string, state: string): boolean {
  const text = stateOfOrder.trim()
  return text === '' || text === state || state.startsWith(text.normalize('NFKC'))
}

/** Finders of recipient columns, by column; only for recipients in Japan. */
const recipientFinders: Readonly<Record<string, FindText>> = {
  [recipientColumns.state]: ofRecipient('state'),
  [recipientColumns.city]: ofRecipient('city'),
}

/** @param isJapanSheet whether every recipient lives in Japan, whatever the country's cell contains */
export const recipientFinder = (column: string, isJapanSheet: boolean): FindText | undefined => {
  const find = Object.hasOwn(recipientFinders, column) ? recipientFinders[column] : undefined
  if (!find || isJapanSheet) return find
  return (textIn, places) => (isToJapan(textIn) ? find(textIn, places) : undefined)
}

const copiedText = (text: string): Origin => ({ kind: 'recipient', text })
const japaneseOf = (text: string): Origin | undefined => (isJapanese(text) ? copiedText(text) : undefined)

const importerPlace =
  (part: 'state' | 'city'): FindText =>
  (textIn, find) => {
    const own = japaneseOf(textIn(recipientColumns[part]))
    if (own) return own
    return find(textIn(importerColumns.zipCode) || textIn(recipientColumns.zipCode))?.[part]
  }

/** Finders of the importer's columns: the recipient's field if it is Japanese, or the place of the postal code. */
export const importerFinders: Readonly<Record<string, FindText>> = {
  'recipient.importerJapaneseName': textIn => japaneseOf(textIn('recipient.name')),
  [importerColumns.zipCode]: textIn => {
    const code = textIn(recipientColumns.zipCode)
    return postalDigits(code) && !hasHangul(code) ? copiedText(code) : undefined
  },
  [importerColumns.state]: importerPlace('state'),
  [importerColumns.city]: importerPlace('city'),
  [importerColumns.address]: textIn => japaneseOf(textIn(recipientColumns.address)),
  'recipient.importerJapaneseAddressDetail': textIn => {
    const detail = textIn('recipient.addressDetail')
    // A room number is not Japanese by itself, but belongs to a Japanese address.
    const fits = detail !== '' && isScriptNeutral(detail) && isJapanese(textIn(recipientColumns.address))
    return japaneseOf(detail) ?? (fits ? copiedText(detail) : undefined)
  },
}
