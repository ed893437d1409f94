import 'server-only'
import type * as z from 'zod'
import { type Failure, judge as judgeBy } from '@/lib/contract/failures'
import { type Accept, compileAccept } from './accept'
import { isStorable, numberFailure } from './number'

/** Where an order has its number. */
export const NUMBER_FIELD = 'orderInfo.mallOrderNumber'

/** An order that was judged by itself. */
export interface Judged {
  /** Absent when it has none, or one that is no text. */
  readonly number: string | undefined
  readonly failures: readonly Failure[]
}

const none: readonly Failure[] = []
/** Compiled once: all order operations of one shape share it. */
const acceptors = new Map<z.ZodType, Accept>()

/** Judges single orders: by the contract, by the warehouses (empty: any), by what a number may be. */
export interface OrderJudge {
  judge(element: unknown): Judged
  /**
   * Judges an order as `readRoughly` reads it. Its garbled texts are too long rather than too short, and are no choice.
   * @returns its number when it is good; undefined when that cannot be told, or its number is garbled.
   */
  glance(rough: unknown): string | undefined
}

/** A number that is what it seems to be, and may be kept. */
const plainNumber = /^[\x20-\x7e]{0,500}$/

/** Makes a judge. */
export function orderJudge(schema: z.ZodType, warehouses: readonly string[]): OrderJudge {
  const accept = acceptors.get(schema) ?? compileAccept(schema)
  acceptors.set(schema, accept)
  const known = new Set(warehouses)
  const glance = (rough: unknown) => {
    if (!accept(rough)) return undefined
    const number = numberOf(rough)
    if (number === undefined || !plainNumber.test(number)) return undefined
    return known.size === 0 || judgeWarehouse(rough, known, none).length === 0 ? number : undefined
  }
  const judge = (element: unknown) => {
    const number = numberOf(element)
    const isSound = accept(element)
    const badNumber = number === undefined || isStorable(number) ? undefined : number
    if (isSound && badNumber === undefined && known.size === 0) return { number, failures: none }
    const failures = isSound ? [] : judgeInParts(schema, element)
    if (known.size > 0) failures.push(...judgeWarehouse(element, known, failures))
    if (badNumber !== undefined && !failures.some(({ field }) => field === NUMBER_FIELD)) {
      failures.push(numberFailure(NUMBER_FIELD, badNumber))
    }
    return { number, failures }
  }
  return { judge, glance }
}

/** Items whose failures are told at once. */
const ITEMS_AT_ONCE = 1000

/**
 * Judges an order by the contract. One with very many items is told about the first thousand among which some fail: a
 * megabyte of empty items has millions of failures, which would cost gigabytes and half a minute.
 */
function judgeInParts(schema: z.ZodType, element: unknown): Failure[] {
  const items = memberOf(element, 'items')
  if (!Array.isArray(items) || items.length <= ITEMS_AT_ONCE) return judgeBy(schema, element)
  for (let start = 0; start < items.length; start += ITEMS_AT_ONCE) {
    const part = { ...(element as object), items: items.slice(start, start + ITEMS_AT_ONCE) }
    const failures = judgeBy(schema, part)
    if (failures.length > 0)
      return failures.map(failure => ({ ...failure, field: shift(failure.field, start) }))
  }
  return []
}

const shift = (field: string, by: number) =>
  field.replace(/^items\[(\d+)\]/, (_, index: string) => `items[${Number(index) + by}]`)

/** A warehouse that the contract takes but nobody knows. */
function judgeWarehouse(
  element: unknown,
  warehouses: ReadonlySet<string>,
  failures: readonly Failure[],
): Failure[] {
  if (failures.some(failure => failure.field === '' || failure.field === 'warehouseId')) return []
  const id = memberOf(element, 'warehouseId')
  // A general order need not name one.
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
