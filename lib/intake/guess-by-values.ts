import { type SheetId, sheets } from '@/lib/sheet/sheets'
import { headingKeys } from './dictionary'
import type { Feeding } from './guess-by-headings'
import { type FileColumn, takeRule } from './guess-rules'
import { isWholeAddress, type Looks, most } from './guess-values'

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
  const fed = feeding.get('recipient.address')
  const [only, ...others] = fed?.from ?? []
  if (sheet === 'products' || !only || others.length > 0) return
  if (feeding.has('recipient.state') || feeding.has('recipient.city') || !most(only.texts, isWholeAddress))
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

const wholeParts = [
  ['recipient.state', 'state'],
  ['recipient.city', 'city'],
  ['recipient.address', 'address'],
  ['recipient.addressDetail', 'detail'],
] as const
