import type { Texts } from '@/lib/sheet/schema/line'
import { cycle, sampleItem } from './japan-orders'

const people = [
  ['US', 'Dana Miller', '98101', 'WA', 'Seattle', '1420 Fifth Avenue', 'Suite 300', '+1-206-555-0142'],
  ['DE', 'Jörg Weiß', '10119', 'Berlin', 'Berlin', 'Torstraße 44', '', '+49-30-5550-118'],
  ['AU', 'Mia Chen', '2010', 'NSW', 'Surry Hills', '88 Crown Street', 'Unit 5', '+61-2-5550-1187'],
  ['SG', 'Tan Wei Ling', '238801', '', 'Singapore', '2 Orchard Turn', '#12-04', '+65-6555-0133'],
  ['FR', 'Élodie Martin', '75011', 'Paris', 'Paris', '12 rue Oberkampf', '', '+33-1-5555-0190'],
] as const

/** `count` realistic general orders of one item each without failures. `seed` is the first number. */
export function sampleGeneralOrders(count: number, seed = 9301): Texts[] {
  return Array.from({ length: count }, (_, i) => {
    const [country, name, zipCode, state, city, address, addressDetail, contact] = cycle(people, i)
    const { 'items[].originCountry': _origin, 'items[].imageUrl': _image, ...item } = sampleItem(i)
    const { 'items[].material': _material, ...known } = item
    return {
      ...known,
      'items[].price': ['24.5', '31', '12.9'][i % 3] ?? '',
      'items[].currency': 'USD',
      'orderInfo.mallOrderNumber': `2240-${String(seed + i)}`,
      'orderInfo.carrier': i % 2 === 0 ? 'EMS' : 'DHL',
      'orderInfo.incoterms': 'DAP',
      'orderInfo.domesticShippingNumber': String(612345000000 + seed + i),
      'orderInfo.isExportDeclaration': 'false',
      'orderInfo.exportPurpose': 'COMMERCIAL',
      warehouseId: '1',
      'recipient.country': country,
      'recipient.name': name,
      // A number of its own: orders with the same recipient and items would be duplicates.
      'recipient.contact': `${contact.slice(0, -3)}${String((seed + i) % 100_000).padStart(5, '0')}`,
      'recipient.zipCode': zipCode,
      'recipient.state': state,
      'recipient.city': city,
      'recipient.address': address,
      'recipient.addressDetail': addressDetail,
      'sender.name': 'Hanbit Store 한빛상회',
      'sender.contact': '+82-2-312-4567',
      'packageInfo.actualWeight': String(0.5 + (i % 4) * 0.25),
      'packageInfo.quantity': '1',
    }
  })
}

/** General orders to try the sheet with: some failures, and one hint that orders to Japan would refuse. */
export function sampleGeneralDraft(seed: number): Texts[] {
  const orders = sampleGeneralOrders(10, seed)
  const addErrors = (at: number, changes: Texts) => {
    orders[at] = { ...orders[at], ...changes }
  }
  addErrors(2, { 'items[].price': '1O.5' })
  addErrors(4, { 'items[].quantity': '1.5' })
  addErrors(5, { 'orderInfo.isExportDeclaration': 'maybe' })
  const inJapan = {
    'recipient.country': 'JP',
    'recipient.name': '佐藤 花子',
    'recipient.zipCode': '530-0001',
    'recipient.state': '大阪府',
    'recipient.city': '大阪市北区',
    'recipient.address': '梅田3-1-3',
  }
  addErrors(6, { ...inJapan, 'items[].currency': 'AUD' })
  addErrors(8, { 'orderInfo.mallOrderNumber': orders[1]?.['orderInfo.mallOrderNumber'] ?? '' })
  return orders
}
