import 'server-only'
import type { RecognisableParts } from '@/lib/desk-api/runs/unconfirmed'

/** Reads the texts by which a person recognises a sent record. */
export function recognise(payload: string, scope: 'orders' | 'products'): RecognisableParts {
  const record: unknown = JSON.parse(payload)
  if (scope === 'products') {
    const [product, brand, price] = ['productName', 'brandName', 'productPrice'].map(name =>
      text(member(record, name)),
    )
    return { product: product ?? '', brand: brand ?? '', price: price ?? '' }
  }
  const items = member(record, 'items')
  const first = Array.isArray(items) ? items[0] : undefined
  return { recipient: text(member(member(record, 'recipient'), 'name')), item: text(member(first, 'name')) }
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
