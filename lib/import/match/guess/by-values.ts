import { headingKeys } from '@/lib/import/match/dictionary/dictionary'
import { hasPostalCode, splitJapaneseAddress } from '@/lib/import/recipe/values/japanese-address'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import type { ColumnMappings } from './by-headings'
import { addressParts, type FileColumn, ruleFor, takeRule, ZIP_CODE } from './column-rules'
import { isWholeAddress, mostMatch, type ValuePattern } from './value-patterns'

/** The column of the sheet for each pattern of texts. */
const columnByPattern: Readonly<
  Record<'order' | 'product', Readonly<Partial<Record<ValuePattern, string>>>>
> = {
  order: {
    'postal-code': 'recipient.zipCode',
    image: 'items[].imageUrl',
    page: 'items[].itemUrl',
    email: 'recipient.email',
    phone: 'recipient.contact',
    waybill: 'orderInfo.domesticShippingNumber',
    'customs-code': 'recipient.personalCustomsClearanceCode',
    currency: 'items[].currency',
    prefecture: 'recipient.state',
    address: 'recipient.address',
    number: 'orderInfo.mallOrderNumber',
  },
  product: { image: 'mainImage', page: 'originProductUrl', number: 'shopProductId' },
}

/** Maps columns with unknown headings by the pattern of their texts; if two columns fit, neither is mapped. */
export function mapByValues(columns: readonly FileColumn[], sheet: SheetId, mappings: ColumnMappings): void {
  const ids = new Set(sheets[sheet].columns.map(({ id }) => id))
  const taken = new Set([...mappings.values()].flatMap(({ from }) => from))
  const alike = new Map<string, FileColumn[]>()
  for (const column of columns) {
    if (taken.has(column) || !column.pattern || headingKeys(column.heading).plain === 'name') continue
    const id = columnForPattern(column.pattern, column.texts, sheet)
    if (id === undefined || !ids.has(id) || mappings.has(id)) continue
    alike.set(id, [...(alike.get(id) ?? []), column])
  }
  for (const [id, [column, ...others]] of alike) {
    if (!column?.pattern || others.length > 0) continue
    mappings.set(id, {
      rule: takeRule(id, column),
      from: [column],
      reason: { kind: 'values', detail: column.pattern },
    })
  }
}

function columnForPattern(
  pattern: ValuePattern,
  texts: readonly string[],
  sheet: SheetId,
): string | undefined {
  if (pattern !== 'country') return columnByPattern[sheets[sheet].recordType][pattern]
  if (sheet === 'products') return undefined
  // Goods come from Korea and go to Japan; any other country could be the origin or the destination.
  if (mostMatch(texts, text => /^(JP|JPN|Japan|日本|일본)$/i.test(text))) return 'recipient.country'
  return mostMatch(texts, text => /^(KR|KOR|Korea|韓国|한국|대한민국|국산)$/i.test(text))
    ? 'items[].originCountry'
    : undefined
}

/** Maps a column with whole addresses to all address columns that have no column of their own. */
export function splitWholeAddress(sheet: SheetId, mappings: ColumnMappings): void {
  if (sheet !== 'products' && splitFirstAddressLine(mappings)) return
  const mapped = mappings.get('recipient.address')
  const [only, ...others] = mapped?.from ?? []
  if (sheet === 'products' || !only || others.length > 0) return
  // Texts that are not whole addresses stay as they are.
  const whole = only.texts.filter(isWholeAddress).length
  if (mappings.has('recipient.state') || mappings.has('recipient.city') || whole * 2 <= only.texts.length)
    return
  const postalCode = mostMatch(only.texts, hasPostalCode) ? ([[ZIP_CODE, 'zipCode']] as const) : []
  for (const [id, part] of [...postalCode, ...addressParts]) {
    if (mappings.has(id) && id !== 'recipient.address') continue
    mappings.set(id, {
      rule: { part, of: [[only.name]] },
      from: [only],
      reason: { kind: 'values', detail: 'address' },
    })
  }
}

/** 住所1 has only prefecture and city if the street is in 住所2 and the building in 住所3. */
function splitFirstAddressLine(mappings: ColumnMappings): boolean {
  const mapped = mappings.get('recipient.address')
  const [head] = mapped?.from ?? []
  const [street, ...details] = (mapped?.rest ?? [])
    .filter(({ meaning }) => meaning !== undefined && meaning.part > 1)
    .toSorted((a, b) => (a.meaning?.part ?? 0) - (b.meaning?.part ?? 0))
  if (!mapped || !head || !street || mappings.has('recipient.state') || mappings.has('recipient.city'))
    return false
  if (!mostMatch(head.texts, isOnlyPlace)) return false
  const reason = { kind: 'values', detail: 'address' } as const
  for (const part of ['state', 'city'] as const)
    mappings.set(`recipient.${part}`, { rule: { part, of: [[head.name]] }, from: [head], reason })
  mappings.set('recipient.address', { ...ruleFor('recipient.address', [street]), reason: mapped.reason })
  const detail = 'recipient.addressDetail'
  if (!details.length) mappings.delete(detail)
  else mappings.set(detail, { ...ruleFor(detail, details), reason: mapped.reason })
  return true
}

const isOnlyPlace = (text: string): boolean => {
  const { city, street } = splitJapaneseAddress(text)
  return city !== '' && street === ''
}
