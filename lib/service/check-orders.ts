import 'server-only'
import type { Failure } from '@/lib/contract/failures'
import type { ValidationResult } from '@/lib/contract/results'
import { findRegistered } from '@/lib/store/orders'
import { SeenNumbers } from '@/lib/store/seen-numbers'
import { failureSentence } from '@/lib/words/sentences'
import type { Taker } from './body'
import type { Answer, Call } from './call'
import { isStorable } from './number'
import { type Judged, NUMBER_FIELD, type OrderJudge, orderJudge } from './order-judge'
import type { Spool } from './spool'

type OrderFailure = ValidationResult['failures'][number]

/** Orders whose numbers are looked up in one go. */
const AT_ONCE = 500

const none: readonly Failure[] = []

/** Checks orders and stores nothing. */
export async function checkOrders(call: Call): Promise<Answer> {
  const check = new OrderCheck(call)
  try {
    const trouble = await call.read(check)
    if (trouble) return { ok: false, trouble }
    await check.lookUp()
    return { ok: true, parts: check.answer() }
  } finally {
    check.close()
  }
}

/** An order that was judged by itself; whether its number is free is not known yet. */
interface Pending extends Judged {
  readonly row: number
}

class OrderCheck implements Taker {
  private count = 0
  private failed = 0
  private pending: Pending[] = []
  private readonly seen = new SeenNumbers()
  /** Failure entries as JSON, separated by commas. */
  private readonly failures: Spool
  private readonly judge: OrderJudge

  constructor(private readonly call: Call) {
    this.failures = call.spool()
    this.judge = orderJudge(call.operation.element, call.warehouses)
  }

  take(value: unknown): void {
    const { number, failures } = this.judge.judge(value)
    this.pending.push({ row: this.count++, number, failures })
  }

  takeRough(rough: unknown): boolean {
    const number = this.judge.glance(rough)
    if (number === undefined) return false
    this.pending.push({ row: this.count++, number, failures: none })
    return true
  }

  async settle(): Promise<void> {
    if (this.pending.length >= AT_ONCE) await this.lookUp()
  }

  /** Finishes what is pending: its numbers are compared with those of this request and with those registered. */
  async lookUp(): Promise<void> {
    const { pending, call } = this
    this.pending = []
    const numbered = pending.flatMap(({ number, row }) =>
      number !== undefined && isStorable(number) ? [{ number, row }] : [],
    )
    const registered = await findRegistered(
      call.database.kysely,
      call.database.dialect,
      call.principal.clientId,
      numbered.map(order => order.number),
    )
    const repeated = this.seen.add(numbered)
    for (const { row, number, failures } of pending) {
      const first = repeated.get(row)
      const isRegistered = number !== undefined && registered.has(number)
      if (failures.length === 0 && !isRegistered && first === undefined) continue
      const all = [...failures]
      if (isRegistered)
        all.push({ field: NUMBER_FIELD, code: 'already_registered', params: { value: number } })
      if (number !== undefined && first !== undefined) {
        const params = { value: number, order: first + 1, row: row + 1 }
        all.push({ field: NUMBER_FIELD, code: 'repeated_number', params })
      }
      this.failures.append(`${this.failed === 0 ? '' : ','}${JSON.stringify(tell(row, number ?? '', all))}`)
      this.failed++
    }
    await this.failures.settle()
  }

  /** The validation result of api.md. */
  async *answer(): AsyncGenerator<string> {
    const counts: Omit<ValidationResult, 'failures'> = {
      isSuccess: this.failed === 0,
      requestCount: this.count,
      successCount: this.count - this.failed,
      failureCount: this.failed,
    }
    yield `${JSON.stringify(counts).slice(0, -1)},"failures":[`
    const decoder = new TextDecoder()
    for await (const bytes of this.failures.read()) yield decoder.decode(bytes, { stream: true })
    yield `${decoder.decode()}]}`
  }

  close(): void {
    this.seen.close()
  }
}

const tell = (row: number, number: string, failures: readonly Failure[]): OrderFailure => ({
  mallOrderNumber: number,
  rowIndex: row,
  failures: failures.map(({ field, code, params }) => ({
    // An element that is no order at all has no field to name.
    errorField: field || 'order',
    errorMessage: failureSentence(code, params),
  })),
})
