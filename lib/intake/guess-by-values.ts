import { type SheetId, sheets } from '@/lib/sheet/sheets'
import { headingKeys } from './dictionary'
import type { Feeding } from './guess-by-headings'
import { type FileColumn, ruleFor, takeRule } from './guess-rules'
import { isWholeAddress, type Looks, most } from './guess-values'
import { splitJapaneseAddress } from './japanese-address'

/** Where columns go whose texts look like something, by sheet; the first that no heading feeds. */
const places: Readonly<Record<'order' | 'product', Readonly<Partial<Record<Looks, string>>>>> = {
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

/** Has columns whose headings nobody knows feed what their texts look like; where two could be meant, neither. */
export function feedByValues(columns: readonly FileColumn[], sheet: SheetId, feeding: Feeding): void {
  const ids = new Set(sheets[sheet].columns.map(({ id }) => id))
  const taken = new Set([...feeding.values()].flatMap(({ from }) => from))
  const alike = new Map<string, FileColumn[]>()
  for (const column of columns) {
    if (taken.has(column) || !column.looks || headingKeys(column.heading).plain === 'name') continue
    const id = placeOf(column.looks, column.texts, sheet)
    if (id === undefined || !ids.has(id) || feeding.has(id)) continue
    alike.set(id, [...(alike.get(id) ?? []), column])
  }
  for (const [id, [column, ...others]] of alike) {
    if (!column?.looks || others.length > 0) continue
    feeding.set(id, {
      rule: takeRule(id, column),
      from: [column],
      why: { kind: 'values', detail: column.looks },
    })
  }
}

function placeOf(looks: Looks, texts: readonly string[], sheet: SheetId): string | undefined {
  if (looks !== 'country') return places[sheets[sheet].noun][looks]
  if (sheet === 'products') return undefined
  // Goods come from Korea and go to Japan; any other country could be either.
  if (most(texts, text => /^(JP|JPN|Japan|日本|일본)$/i.test(text))) return 'recipient.country'
  return most(texts, text => /^(KR|KOR|Korea|韓国|한국|대한민국|국산)$/i.test(text))
    ? 'items[].originCountry'
    : undefined
}

/** An address that stands whole in one column feeds what no other column feeds. */
export function splitWhole(sheet: SheetId, feeding: Feeding): void {
  if (sheet !== 'products' && splitHead(feeding)) return
  const fed = feeding.get('recipient.address')
  const [only, ...others] = fed?.from ?? []
  if (sheet === 'products' || !only || others.length > 0) return
  // One of those that is no whole address stays as it stands.
  const whole = only.texts.filter(isWholeAddress).length
  if (feeding.has('recipient.state') || feeding.has('recipient.city') || whole * 2 <= only.texts.length)
    return
  for (const [id, part] of wholeParts) {
    if (feeding.has(id) && id !== 'recipient.address') continue
    feeding.set(id, {
      rule: { part, of: [[only.name]] },
      from: [only],
      why: { kind: 'values', detail: 'address' },
    })
  }
}

/** 住所1 is but prefecture and city where the street stands in 住所2, and the building in 住所3. */
function splitHead(feeding: Feeding): boolean {
  const fed = feeding.get('recipient.address')
  const [head] = fed?.from ?? []
  const [street, ...details] = (fed?.rest ?? [])
    .filter(({ said }) => said !== undefined && said.part > 1)
    .toSorted((a, b) => (a.said?.part ?? 0) - (b.said?.part ?? 0))
  if (!fed || !head || !street || feeding.has('recipient.state') || feeding.has('recipient.city'))
    return false
  if (!most(head.texts, isOnlyPlace)) return false
  const why = { kind: 'values', detail: 'address' } as const
  for (const part of ['state', 'city'] as const)
    feeding.set(`recipient.${part}`, { rule: { part, of: [[head.name]] }, from: [head], why })
  feeding.set('recipient.address', { ...ruleFor('recipient.address', [street]), why: fed.why })
  const detail = 'recipient.addressDetail'
  if (!details.length) feeding.delete(detail)
  else feeding.set(detail, { ...ruleFor(detail, details), why: fed.why })
  return true
}

const isOnlyPlace = (text: string): boolean => {
  const { city, street } = splitJapaneseAddress(text)
  return city !== '' && street === ''
}

const wholeParts = [
  ['recipient.state', 'state'],
  ['recipient.city', 'city'],
  ['recipient.address', 'address'],
  ['recipient.addressDetail', 'detail'],
] as const
