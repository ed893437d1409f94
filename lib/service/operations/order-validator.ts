import 'server-only'
import type * as z from 'zod'
import { memberOf, valueAt } from '@/lib/contract/json/member'
import { compileValidator, type Validator } from '@/lib/contract/validation/compile-validator'
import { type Failure, judge } from '@/lib/contract/validation/failures'
import { isStorableNumber, unstorableNumber } from './record-numbers'

/** The path of the number that the sender gives to an order. */
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

/**
 * Validates one order at a time: against the contract, the allowed warehouse ids (empty: all) and the numbers in use.
 */
export interface OrderValidator {
  validate(element: unknown): ValidatedOrder
  /**
   * Validates an order as `readElementAsLatin1` parses it. Garbled texts are longer than the real ones and
   * match no option of an enum, so an accepted order is valid.
   * @returns the number of a valid order; undefined if the exact order must be validated
   */
  validateFast(approximate: unknown): string | undefined
}

/** An ASCII number, which the databases can store. */
const plainNumber = /^[\x20-\x7e]*$/

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
    const isStorable = number === undefined || isStorableNumber(number)
    if (isSound && isStorable && known.size === 0) return { number, failures: none }
    const failures = isSound ? [] : validateInParts(schema, element)
    if (known.size > 0) failures.push(...validateWarehouse(element, known, failures))
    if (!isStorable && !failures.some(({ field }) => field === NUMBER_FIELD)) {
      failures.push(unstorableNumber(NUMBER_FIELD))
    }
    return { number, failures }
  }
  return { validate, validateFast }
}

/** Items that are validated at a time, and items with failures that are reported at most. */
const MAX_ITEMS = 1000

/**
 * Validates an order by the contract. Of an order with very many items only the first thousand with failures
 * are reported: a megabyte of empty items has millions of failures, which would cost gigabytes and half a
 * minute.
 */
function validateInParts(schema: z.ZodType, element: unknown): Failure[] {
  const items = memberOf(element, 'items')
  if (!Array.isArray(items) || items.length <= MAX_ITEMS) return judge(schema, element)
  const failures: Failure[] = []
  const failing = new Set<number>()
  for (let start = 0; start < items.length && failing.size < MAX_ITEMS; start += MAX_ITEMS) {
    // Only the first part has the other members of the order, which may be as many as its items.
    const part = { ...(start === 0 && (element as object)), items: items.slice(start, start + MAX_ITEMS) }
    for (const failure of judge(schema, part)) {
      const position = itemOf(failure.field)
      if (position === undefined && start > 0) continue
      if (position !== undefined) failing.add(start + position)
      if (failing.size > MAX_ITEMS) return failures
      failures.push({ ...failure, field: shift(failure.field, start) })
    }
  }
  return failures
}

const ITEM = /^items\[(\d+)\]/

/** The position of the item that a field belongs to; undefined for a field of the order. */
function itemOf(field: string): number | undefined {
  const position = ITEM.exec(field)?.[1]
  return position === undefined ? undefined : Number(position)
}

const shift = (field: string, by: number) =>
  field.replace(ITEM, (_, position: string) => `items[${Number(position) + by}]`)

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
  const number = valueAt(element, ['orderInfo', 'mallOrderNumber'])
  return typeof number === 'string' ? number : undefined
}
