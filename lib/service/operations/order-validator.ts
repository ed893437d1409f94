import 'server-only'
import type * as z from 'zod'
import { compileValidator, type Validator } from '@/lib/contract/compile-validator'
import { type Failure, judge } from '@/lib/contract/failures'
import { isStorableNumber, numberFailure } from './record-numbers'

export const NUMBER_FIELD = 'orderInfo.mallOrderNumber'

/** The result of validating one order. */
export interface ValidatedOrder {
  /** Undefined without a number, or if it is not a text. */
  readonly number: string | undefined
  readonly failures: readonly Failure[]
}

const none: readonly Failure[] = []
/** Compiled once per schema and shared by its operations. */
const validators = new Map<z.ZodType, Validator>()

/** Validates one order at a time: against the contract, the allowed warehouse ids (empty: all) and the numbers in use. */
export interface OrderValidator {
  validate(element: unknown): ValidatedOrder
  /**
   * Validates an order as `readElementAsLatin1` parses it. Garbled texts are longer than the real ones and
   * match no option of an enum, so an accepted order is valid.
   * @returns the number of a valid order; undefined if the exact order must be validated
   */
  validateFast(approximate: unknown): string | undefined
}

/** An ASCII number that the databases can store. */
const plainNumber = /^[\x20-\x7e]{0,500}$/

/** Validates orders by a schema of the contract and by the warehouses of the service. Schemas are compiled once. */
export function createOrderValidator(schema: z.ZodType, warehouses: readonly string[]): OrderValidator {
  const accept = validators.get(schema) ?? compileValidator(schema)
  validators.set(schema, accept)
  const known = new Set(warehouses)
  const validateFast = (approximate: unknown) => {
    if (!accept(approximate)) return undefined
    const number = numberOf(approximate)
    if (number === undefined || !plainNumber.test(number)) return undefined
    return known.size === 0 || validateWarehouse(approximate, known, none).length === 0 ? number : undefined
  }
  const validate = (element: unknown) => {
    const number = numberOf(element)
    const isSound = accept(element)
    const badNumber = number === undefined || isStorableNumber(number) ? undefined : number
    if (isSound && badNumber === undefined && known.size === 0) return { number, failures: none }
    const failures = isSound ? [] : validateInParts(schema, element)
    if (known.size > 0) failures.push(...validateWarehouse(element, known, failures))
    if (badNumber !== undefined && !failures.some(({ field }) => field === NUMBER_FIELD)) {
      failures.push(numberFailure(NUMBER_FIELD, badNumber))
    }
    return { number, failures }
  }
  return { validate, validateFast }
}

/** Items that are validated at a time. */
const ITEMS_CHUNK_SIZE = 1000

/**
 * Validates an order by the contract. Of an order with very many items only the first thousand with failures
 * are reported: a megabyte of empty items has millions of failures, which would cost gigabytes and half a
 * minute.
 */
function validateInParts(schema: z.ZodType, element: unknown): Failure[] {
  const items = memberOf(element, 'items')
  if (!Array.isArray(items) || items.length <= ITEMS_CHUNK_SIZE) return judge(schema, element)
  for (let start = 0; start < items.length; start += ITEMS_CHUNK_SIZE) {
    const part = { ...(element as object), items: items.slice(start, start + ITEMS_CHUNK_SIZE) }
    const failures = judge(schema, part)
    if (failures.length > 0)
      return failures.map(failure => ({ ...failure, field: shift(failure.field, start) }))
  }
  return []
}

const shift = (field: string, by: number) =>
  field.replace(/^items\[(\d+)\]/, (_, index: string) => `items[${Number(index) + by}]`)

/** A warehouse id that the contract accepts but the service does not know. */
function validateWarehouse(
  element: unknown,
  warehouses: ReadonlySet<string>,
  failures: readonly Failure[],
): Failure[] {
  if (failures.some(failure => failure.field === '' || failure.field === 'warehouseId')) return []
  const id = memberOf(element, 'warehouseId')
  // A general order need not name a warehouse.
  if (id === undefined || id === null) return []
  const value = String(id)
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
