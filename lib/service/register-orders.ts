import 'server-only'
import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import type { Operation } from '@/lib/contract/operations'
import type { NewOrder } from '@/lib/store/order-insert'
import { readNumbers } from '@/lib/store/order-numbers'
import { type OrderOwner, registerOrders as storeOrders } from '@/lib/store/orders'
import type { Taker } from './body'
import type { Answer, Call } from './call'
import type { Replay } from './keyed'
import { type OrderJudge, orderJudge } from './order-judge'
import type { Piece } from './piece'
import { appendRecord, type OrderRecord, readRecords } from './records'
import type { Spool } from './spool'

/**
 * Registers orders: all of a request, or none when one of them cannot be taken. They wait in a spool until the whole
 * body is known to be good, so that a slow caller never holds the database.
 */
export async function registerOrders(call: Call): Promise<Answer> {
  const intake = new OrderIntake(call)
  const trouble = await call.read(intake)
  if (trouble) return { ok: false, trouble }
  if (intake.isRefused) return refuse(call)
  const first = await storeOrders(
    call.database,
    { clientId: call.principal.clientId, variant: variantOf(call.operation) },
    intake.count,
    newOrders(intake, call),
    (trx, first) => call.keep(trx, JSON.stringify({ first: String(first), count: intake.count })),
  )
  return first === undefined
    ? refuse(call)
    : { ok: true, parts: answer(first, numbersOf(readRecords(intake.numbers, NUMBERS_AT_ONCE))) }
}

/** What is kept of a registration: which ids it gave, none when it was refused. The numbers are with the orders. */
const keptOrders = z.object({ first: z.string().transform(BigInt), count: z.int() }).nullable()

/** Answers again what was answered first. */
export function replayOrders(call: Call, outcome: string): ReturnType<Replay> {
  const kept = keptOrders.parse(JSON.parse(outcome))
  if (!kept) return { ok: true, parts: refusal() }
  return { ok: true, parts: answer(kept.first, readNumbers(call.database, kept.first, kept.count)) }
}

/** Operations 3 and 4 differ by their paths. */
const variantOf = ({ path }: Operation): OrderOwner['variant'] =>
  path.startsWith('/orders/japan') ? 'japan' : 'general'

/** Bytes of numbers that become a part of the answer: a thousand orders. More would outlive what is collected quickly. */
const NUMBERS_AT_ONCE = 16_384

class OrderIntake implements Taker {
  count = 0
  isRefused = false
  /** The orders as they were sent, and once more their numbers alone, for the answer. */
  readonly orders: Spool
  readonly numbers: Spool
  private readonly judge: OrderJudge

  constructor(call: Call) {
    this.orders = call.spool()
    this.numbers = call.spool()
    this.judge = orderJudge(call.operation.element, call.warehouses)
  }

  /** After the first that cannot be taken the rest is only read: whether it is JSON decides between 400 and 200. */
  take(value: unknown, piece: Piece): void {
    if (this.isRefused) return
    const { number = '', failures } = this.judge.judge(value)
    this.isRefused = failures.length > 0
    this.keep(number, piece)
  }

  takeRough(rough: unknown, piece: Piece): boolean {
    if (this.isRefused) return true
    const number = this.judge.glance(rough)
    if (number === undefined) return false
    this.keep(number, piece)
    return true
  }

  private keep(number: string, { buffer, start, end }: Piece): void {
    this.count++
    appendRecord(this.orders, number, buffer.subarray(start, end))
    appendRecord(this.numbers, number)
  }

  async settle(): Promise<void> {
    if (this.isRefused) return
    await this.orders.settle()
    await this.numbers.settle()
  }
}

async function* newOrders(intake: OrderIntake, { signal }: Call): AsyncGenerator<readonly NewOrder[]> {
  for await (const records of readRecords(intake.orders)) {
    // A caller who went away never learns the ids: nothing is registered for nobody.
    signal.throwIfAborted()
    yield records.map(({ number, body }) => ({ mallOrderNumber: number, body }))
  }
}

async function* numbersOf(records: AsyncIterable<readonly OrderRecord[]>): AsyncGenerator<readonly string[]> {
  for await (const some of records) yield some.map(({ number }) => number)
}

async function* answer(first: bigint, numbers: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
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

async function refuse(call: Call): Promise<Answer> {
  await call.keep(call.database.kysely, JSON.stringify(null))
  return { ok: true, parts: refusal() }
}
