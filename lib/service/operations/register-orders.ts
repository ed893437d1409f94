import 'server-only'
import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import type { Operation } from '@/lib/contract/operations'
import type { NewOrder } from '@/lib/store/service/order-insert'
import { type OrderOwner, readOrderNumbers, registerOrders as storeOrders } from '@/lib/store/service/orders'
import type { ElementConsumer } from '../body/body'
import type { JsonSlice } from '../body/json-slice'
import type { Spool } from '../body/spool'
import { appendRecord, type OrderRecord, readRecords } from '../body/spool-records'
import type { Call, CallResult } from '../call'
import type { ReplayResponse } from './idempotency'
import { createOrderValidator, type OrderValidator } from './order-validator'

/**
 * Registers all orders of a request, or none if one of them is invalid. The orders wait in a spool until the
 * whole body is valid, so that a slow caller never blocks the database.
 */
export async function registerOrders(call: Call): Promise<CallResult> {
  const collected = new OrderCollector(call)
  const problem = await call.read(collected)
  if (problem) return { ok: false, problem }
  if (collected.isRefused) return refuse(call)
  const first = await storeOrders(
    call.database,
    { clientId: call.principal.clientId, variant: variantOf(call.operation) },
    collected.count,
    newOrders(collected, call),
    (trx, first) => call.keep(trx, JSON.stringify({ first: String(first), count: collected.count })),
  )
  return first === undefined
    ? refuse(call)
    : {
        ok: true,
        parts: responseParts(first, numbersOf(readRecords(collected.numbers, NUMBERS_CHUNK_BYTES))),
      }
}

/**
 * The stored outcome of a registration: the assigned ids, or null if it was refused. The numbers are stored
 * with the orders.
 */
const keptOrders = z.object({ first: z.string().transform(BigInt), count: z.int() }).nullable()

/** Repeats the first response. */
export function replayOrders(call: Call, outcome: string): ReturnType<ReplayResponse> {
  const kept = keptOrders.parse(JSON.parse(outcome))
  if (!kept) return { ok: true, parts: refusal() }
  return {
    ok: true,
    parts: responseParts(kept.first, readOrderNumbers(call.database, kept.first, kept.count)),
  }
}

/** Operations 3 and 4 differ in their paths. */
const variantOf = ({ path }: Operation): OrderOwner['variant'] =>
  path.startsWith('/orders/japan') ? 'japan' : 'general'

/**
 * Bytes of order numbers in one part of the response: about a thousand orders. Larger parts would survive
 * minor garbage collections.
 */
const NUMBERS_CHUNK_BYTES = 16_384

class OrderCollector implements ElementConsumer {
  count = 0
  isRefused = false
  /** The orders as they were sent, and their numbers separately for the response. */
  readonly orders: Spool
  readonly numbers: Spool
  private readonly validator: OrderValidator

  constructor(call: Call) {
    this.orders = call.spool()
    this.numbers = call.spool()
    this.validator = createOrderValidator(call.operation.element, call.warehouses)
  }

  /** After the first invalid order the rest is only parsed: invalid JSON is a 400, an invalid order a 200. */
  consume(value: unknown, slice: JsonSlice): void {
    if (this.isRefused) return
    const { number = '', failures } = this.validator.validate(value)
    this.isRefused = failures.length > 0
    this.keep(number, slice)
  }

  consumeFast(approximate: unknown, slice: JsonSlice): boolean {
    if (this.isRefused) return true
    const number = this.validator.validateFast(approximate)
    if (number === undefined) return false
    this.keep(number, slice)
    return true
  }

  private keep(number: string, { buffer, start, end }: JsonSlice): void {
    this.count++
    appendRecord(this.orders, number, buffer.subarray(start, end))
    appendRecord(this.numbers, number)
  }

  async flush(): Promise<void> {
    if (this.isRefused) return
    await this.orders.flush()
    await this.numbers.flush()
  }
}

async function* newOrders(collected: OrderCollector, { signal }: Call): AsyncGenerator<readonly NewOrder[]> {
  for await (const records of readRecords(collected.orders)) {
    // A disconnected caller never learns the ids, so nothing is registered.
    signal.throwIfAborted()
    yield records.map(({ number, body }) => ({ mallOrderNumber: number, body }))
  }
}

async function* numbersOf(records: AsyncIterable<readonly OrderRecord[]>): AsyncGenerator<readonly string[]> {
  for await (const some of records) yield some.map(({ number }) => number)
}

async function* responseParts(
  first: bigint,
  numbers: AsyncIterable<readonly string[]>,
): AsyncGenerator<string> {
  let orderId = first
  let comma = ''
  yield '{"isSuccess":true,"orderSuccesses":['
  for await (const some of numbers) {
    let part = ''
    for (const number of some) {
      part += `${comma}{"orderId":${orderId++},"mallOrderNumber":${JSON.stringify(number)}}`
      comma = ','
    }
    yield part
    await setImmediate()
  }
  yield ']}'
}

async function* refusal(): AsyncGenerator<string> {
  yield JSON.stringify({ isSuccess: false, orderSuccesses: [] })
}

async function refuse(call: Call): Promise<CallResult> {
  await call.keep(call.database.kysely, JSON.stringify(null))
  return { ok: true, parts: refusal() }
}
