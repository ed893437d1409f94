import type { OpenAlarm } from '@/lib/store/alarms'

/** Whether an alarm is about a response, and not about what a person settled. */
export const isOfResponse = ({ kind }: Pick<OpenAlarm, 'kind'>): boolean =>
  kind === 'foreign_order' || kind === 'repeated_id'

/** Where an operator finds what an alarm is about. */
export const pathOf = (alarm: OpenAlarm): string =>
  isOfResponse(alarm) ? `/history/requests/${alarm.attempt_id}` : `/history/orders/${alarm.ledger_order_id}`

/** Numbers that a sentence names. */
const NAMED = 5

/** What the sentence of an alarm (`unknown.alarms`) mentions. */
export function valuesOf(alarm: OpenAlarm): Record<string, string | number> {
  const numbers: readonly string[] = alarm.numbers === null ? [alarm.number] : JSON.parse(alarm.numbers)
  return {
    number: alarm.number,
    orderId: alarm.order_id ?? 'none',
    knownId: alarm.known_id ?? '',
    count: numbers.length,
    numbers: numbers.slice(0, NAMED).join(', ') + (numbers.length > NAMED ? ' …' : ''),
  }
}
