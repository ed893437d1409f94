import 'server-only'
import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import { type Failure, judge } from '@/lib/contract/failures'
import type { RegistrationResult, ValidationResult } from '@/lib/contract/results'
import * as store from '@/lib/store/orders'
import { failureSentence } from '@/lib/words/sentences'
import { type Accept, compileAccept } from './accept'
import { writeJson } from './json'
import type { Call } from './serve'

type OrderFailure = ValidationResult['failures'][number]

/** An order that cannot be taken: its position in the request, its number ('' when it has none), and why. */
interface RefusedOrder {
  readonly row: number
  readonly number: string
  readonly failures: readonly Failure[]
}

const NUMBER_FIELD = 'orderInfo.mallOrderNumber'
/** Compiled once: all order operations of one shape share it. */
const acceptors = new Map<z.ZodType, Accept>()
/** Orders judged before others get their turn of the event loop. */
const TURN = 250

/** Checks orders and stores nothing. */
export async function checkOrders(call: Call): Promise<ValidationResult> {
  const refused = await refuse(call)
  const requestCount = call.elements.length
  const failures: OrderFailure[] = []
  for (const order of refused) {
    if (failures.length % TURN === TURN - 1) await setImmediate()
    failures.push(tell(order))
  }
  return {
    isSuccess: refused.length === 0,
    requestCount,
    successCount: requestCount - refused.length,
    failureCount: refused.length,
    failures,
  }
}

const tell = ({ number, row, failures }: RefusedOrder): OrderFailure => ({
  mallOrderNumber: number,
  rowIndex: row,
  failures: failures.map(({ field, code, params }) => ({
    // An element that is no order at all has no field to name.
    errorField: field || 'order',
    errorMessage: failureSentence(code, params),
  })),
})

/** Registers orders: all of a request, or none when one of them cannot be taken. */
export async function registerOrders(call: Call): Promise<RegistrationResult> {
  const refused = await refuse(call)
  if (refused.length > 0) return { isSuccess: false, orderSuccesses: [] }
  const orders: store.NewOrder[] = []
  for (const [row, element] of call.elements.entries()) {
    if (row % TURN === TURN - 1) await setImmediate()
    orders.push({ mallOrderNumber: numberOf(element) ?? '', body: writeJson(element) })
  }
  const registered = await store.registerOrders(call.database, call.principal.clientId, orders)
  if (!registered) return { isSuccess: false, orderSuccesses: [] }
  return {
    isSuccess: true,
    orderSuccesses: registered.map(order => ({ ...order, orderId: small(order.orderId) })),
  }
}

/** Every order that cannot be taken: what the contract says, then what only the service knows. */
async function refuse(call: Call): Promise<RefusedOrder[]> {
  const { elements, operation, database, principal } = call
  const accept = acceptorOf(operation.element)
  const numbers = elements.map(numberOf)
  const registered = await store.findRegistered(
    database.kysely,
    database.dialect,
    principal.clientId,
    numbers.filter(number => number !== undefined).filter(isStorable),
  )
  const warehouses = new Set(call.warehouses)
  const firstRow = new Map<string, number>()
  const refused: RefusedOrder[] = []
  for (const [row, element] of elements.entries()) {
    if (row % TURN === TURN - 1) await setImmediate()
    const number = numbers[row]
    const failures = accept(element) ? [] : judge(operation.element, element)
    if (warehouses.size > 0) failures.push(...judgeWarehouse(element, warehouses, failures))
    if (number !== undefined) {
      failures.push(...judgeNumber(number, row, firstRow, registered))
      if (!firstRow.has(number)) firstRow.set(number, row)
    }
    if (failures.length > 0) refused.push({ row, number: number ?? '', failures })
  }
  return refused
}

function acceptorOf(schema: z.ZodType): Accept {
  const known = acceptors.get(schema) ?? compileAccept(schema)
  acceptors.set(schema, known)
  return known
}

function judgeNumber(
  number: string,
  row: number,
  firstRow: ReadonlyMap<string, number>,
  registered: ReadonlySet<string>,
): Failure[] {
  if (!isStorable(number)) return [{ field: NUMBER_FIELD, code: 'invalid', params: {} }]
  const first = firstRow.get(number)
  const failures: Failure[] = []
  if (registered.has(number)) {
    failures.push({ field: NUMBER_FIELD, code: 'already_registered', params: { value: number } })
  }
  if (first !== undefined) {
    const params = { value: number, order: first + 1, row: row + 1 }
    failures.push({ field: NUMBER_FIELD, code: 'repeated_number', params })
  }
  return failures
}

/** A warehouse that the contract takes but nobody knows. */
function judgeWarehouse(
  element: unknown,
  warehouses: ReadonlySet<string>,
  failures: readonly Failure[],
): Failure[] {
  if (failures.some(failure => failure.field === '' || failure.field === 'warehouseId')) return []
  const value = String(memberOf(element, 'warehouseId'))
  return warehouses.has(value) ? [] : [{ field: 'warehouseId', code: 'unknown_warehouse', params: { value } }]
}

function numberOf(element: unknown): string | undefined {
  const number = memberOf(memberOf(element, 'orderInfo'), 'mallOrderNumber')
  return typeof number === 'string' ? number : undefined
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined
}

/** NUL and halves of a surrogate pair change silently in one database and are refused by the other. */
const isStorable = (number: string) => !number.includes('\0') && !/\p{Surrogate}/u.test(number)

/** Ids that a number holds exactly are given as one: they are written many times faster. */
const small = (id: bigint) => (Number.isSafeInteger(Number(id)) ? Number(id) : id)
