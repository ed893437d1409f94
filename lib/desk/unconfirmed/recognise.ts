import 'server-only'
import { memberOf, valueAt } from '@/lib/contract/json/member'
import type { RecognisableParts } from '@/lib/desk-api/runs/unconfirmed'

/** Reads the texts by which a person recognises a sent record. */
export function recognise(payload: string, scope: 'orders' | 'products'): RecognisableParts {
  const record: unknown = JSON.parse(payload)
  if (scope === 'products') {
    const [product, brand, price] = ['productName', 'brandName', 'productPrice'].map(name =>
      text(memberOf(record, name)),
    )
    return { product: product ?? '', brand: brand ?? '', price: price ?? '' }
  }
  return {
    recipient: text(valueAt(record, ['recipient', 'name'])),
    item: text(valueAt(record, ['items', 0, 'name'])),
  }
}

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
