/** By what a person recognises an order: who gets it, and what is in it first. '' where there is neither. */
export function recognise(payload: string): { recipient: string; item: string } {
  const record: unknown = JSON.parse(payload)
  const recipient = text(member(member(record, 'recipient'), 'name'))
  const items = member(record, 'items')
  const first = Array.isArray(items) ? items[0] : undefined
  return { recipient, item: text(member(first, 'name')) || text(member(record, 'productName')) }
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
