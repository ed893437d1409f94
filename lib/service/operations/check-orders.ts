import 'server-only'
import type { ValidationResult } from '@/lib/contract/results'
import type { Failure } from '@/lib/contract/validation/failures'
import { findRegistered } from '@/lib/store/service/orders'
import { SeenNumbers } from '@/lib/store/service/seen-numbers'
import { failureSentence } from '@/lib/words/sentences/failure-sentence'
import { getTranslations } from '@/lib/words/server'
import type { ElementConsumer } from '../body/body'
import type { JsonSlice } from '../body/json-slice'
import type { Spool } from '../body/spool'
import type { Call, CallResult } from '../call'
import { languageHeaders } from '../language'
import { createOrderValidator, NUMBER_FIELD, type OrderValidator } from './order-validator'
import { isStorableNumber, shortenNumber } from './record-numbers'

type OrderFailure = ValidationResult['failures'][number]

const t = getTranslations('failures')
const tService = getTranslations('service')

/** A look-up covers at most this many orders, and about this many bytes: one order may have 16 MB. */
const LOOKUP_BATCH_SIZE = 500
const LOOKUP_BATCH_BYTES = 4 * 1024 * 1024

const none: readonly Failure[] = []

/**
 * Bytes that failures may take: this, and a multiple of the orders. An order to Japan whose fields all fail takes five
 * times its own bytes, an empty object 150 times: 20 MB of those would be 3 GB.
 */
const MIN_FAILURE_BYTES = 64 * 1024 * 1024
const FAILURES_PER_BYTE = 16

/** The failures of a check take more bytes than its response may have. */
class TooManyFailures extends Error {}

/** Checks orders and stores nothing. */
export async function checkOrders(call: Call): Promise<CallResult> {
  const check = new OrderCheck(call)
  try {
    const problem = await call.read(check)
    if (problem) return { ok: false, problem }
    await check.lookUp()
    return { ok: true, parts: check.responseParts(), headers: languageHeaders() }
  } catch (error) {
    if (!(error instanceof TooManyFailures)) throw error
    return { ok: false, problem: { status: 413, detail: tService('tooManyFailures') } }
  } finally {
    check.close()
  }
}

/** A validated order whose number has not been looked up yet. */
interface PendingOrder {
  readonly row: number
  /** As the response repeats it. */
  readonly number: string | undefined
  /** Whether the number can be registered or repeated; an invalid one is only repeated in the response. */
  readonly isStorable: boolean
  readonly failures: readonly Failure[]
}

class OrderCheck implements ElementConsumer {
  private count = 0
  private failed = 0
  /** Bytes of the orders so far. */
  private bytes = 0
  private pending: PendingOrder[] = []
  /** `bytes` at the last look-up. */
  private bytesLookedUp = 0
  private readonly seen = new SeenNumbers()
  /** Failure entries as JSON, separated by commas. */
  private readonly failures: Spool
  private readonly validator: OrderValidator

  constructor(private readonly call: Call) {
    this.failures = call.spool()
    this.validator = createOrderValidator(call.operation.element, call.warehouses)
  }

  consume(value: unknown, { start, end }: JsonSlice): void {
    this.bytes += end - start
    const { number, failures } = this.validator.validate(value)
    const isStorable = number !== undefined && isStorableNumber(number)
    this.pending.push({ row: this.count++, number: number && shortenNumber(number), isStorable, failures })
  }

  consumeFast(approximate: unknown, { start, end }: JsonSlice): boolean {
    const number = this.validator.validateFast(approximate)
    if (number === undefined) return false
    this.bytes += end - start
    this.pending.push({ row: this.count++, number, isStorable: true, failures: none })
    return true
  }

  async flush(): Promise<void> {
    const isFull = this.bytes - this.bytesLookedUp >= LOOKUP_BATCH_BYTES
    if (isFull || this.pending.length >= LOOKUP_BATCH_SIZE) await this.lookUp()
  }

  /** Finishes the pending orders: looks their numbers up in this request and among the registered ones. */
  async lookUp(): Promise<void> {
    const { pending, call } = this
    this.pending = []
    this.bytesLookedUp = this.bytes
    const numbered = pending.flatMap(({ number, row, isStorable }) =>
      number !== undefined && isStorable ? [{ number, row }] : [],
    )
    const registered = await findRegistered(
      call.database.kysely,
      call.database.dialect,
      call.principal.clientId,
      numbered.map(order => order.number),
    )
    const repeated = this.seen.add(numbered)
    for (const { row, number, isStorable, failures } of pending) {
      const first = repeated.get(row)
      const isRegistered = number !== undefined && isStorable && registered.has(number)
      if (failures.length === 0 && !isRegistered && first === undefined) continue
      const all = [...failures]
      if (isRegistered)
        all.push({ field: NUMBER_FIELD, code: 'already_registered', params: { value: number } })
      if (number !== undefined && first !== undefined) {
        const params = { value: number, order: first + 1, row: row + 1 }
        all.push({ field: NUMBER_FIELD, code: 'repeated_number', params })
      }
      this.failures.append(
        `${this.failed === 0 ? '' : ','}${JSON.stringify(toOrderFailure(row, number ?? '', all))}`,
      )
      this.failed++
      if (this.failures.size > MIN_FAILURE_BYTES + FAILURES_PER_BYTE * this.bytes) throw new TooManyFailures()
    }
    await this.failures.flush()
  }

  /** The validation result of the API document. */
  async *responseParts(): AsyncGenerator<string> {
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

const toOrderFailure = (row: number, number: string, failures: readonly Failure[]): OrderFailure => ({
  mallOrderNumber: number,
  rowIndex: row,
  failures: failures.map(({ field, code, params }) => ({
    // An element that is not an object has no field to name.
    errorField: field || 'order',
    errorMessage: failureSentence(t, code, params),
  })),
})
