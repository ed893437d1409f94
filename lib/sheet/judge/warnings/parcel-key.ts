import { fingerprint } from '@/lib/sheet/codecs/json'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Line } from '@/lib/sheet/schema/line'

const ADDRESS = ['recipient.state', 'recipient.city', 'recipient.address', 'recipient.addressDetail'] as const

/**
 * Identifies who gets what: the recipient by name, postal code and phone number (without one: by address), and the
 * items with their quantities, in whatever order. Width, case, blanks and punctuation make no difference.
 * @param lines of one order
 * @returns a fingerprint; '' for an order that lacks a part of this
 */
export function parcelKey(lines: readonly Line[]): string {
  const textOf = (column: string): string =>
    lines.find(({ texts }) => !isBlank(texts[column]))?.texts[column] ?? ''
  const name = folded(textOf('recipient.name'))
  const code = folded(textOf('recipient.zipCode'))
  const phone = phoneDigits(textOf('recipient.contact'))
  const place = phone === '' ? folded(ADDRESS.map(textOf).join('')) : phone
  if (name === '' || code === '' || place === '') return ''
  const quantities = new Map<string, number>()
  for (const { texts } of lines) {
    const item = folded(texts['items[].itemCode'] ?? '') || folded(texts['items[].name'] ?? '')
    if (item === '') return ''
    const quantity = Number((texts['items[].quantity'] ?? '').normalize('NFKC').replaceAll(',', ''))
    quantities.set(item, (quantities.get(item) ?? 0) + quantity)
  }
  const items = [...quantities].map(([item, quantity]) => `${item}×${quantity}`).sort()
  return fingerprint([name, code, place, ...items].join('\n'))
}

const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}]/gu, '')

/** The digits of a phone number, with 0 in place of the country code of Japan or Korea. */
const phoneDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\D/g, '')
    .replace(/^(?:00|010)?8[12]0?(?=[1-9]\d{8})/, '0')
