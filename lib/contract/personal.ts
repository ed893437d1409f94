import * as z from 'zod'
import { readStrictJson } from '@/lib/contract/json/strict-json'
import { screen } from './field'
import { checkedGeneralOrder, japanOrder } from './orders'
import { product } from './products'

/** Digits of a JSON number as they were written, so that numbers that are not erased stay exact. */
class Digits {
  constructor(readonly text: string) {}
}

/** Paths of the fields of a record with personal data, such as `recipient.name`, from the fields' metadata. */
export const personalFields: ReadonlySet<string> = new Set(
  [japanOrder, checkedGeneralOrder, product].flatMap(record => [...personalIn(record, '')]),
)

function* personalIn(schema: z.ZodType, path: string): Generator<string> {
  if (screen.get(schema)?.personal) yield path
  if (!(schema instanceof z.ZodObject)) return
  for (const [name, child] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    yield* personalIn(child, path === '' ? name : `${path}.${name}`)
  }
}

/**
 * The JSON of a record, or of a request body with a list of records, without personal data; everything else stays, with
 * the exact digits of numbers. A text that is not JSON is erased as a whole.
 * @param isErased whether the record at a position of the body is erased; default: all records
 */
export function erasePersonal(json: string, isErased: (position: number) => boolean = () => true): string {
  const read = readStrictJson(new TextEncoder().encode(json), digits => new Digits(digits))
  if (!read.ok) return 'null'
  const body = isObject(read.value) ? (read.value.data ?? read.value.products) : undefined
  if (!Array.isArray(body)) return write(without(read.value, ''))
  const list = body.map((record, at) => (isErased(at) ? without(record, '') : record))
  return write(isObject(read.value) && read.value.data ? { data: list } : { products: list })
}

function without(value: unknown, path: string): unknown {
  if (!isObject(value)) return value
  const kept = Object.entries(value).flatMap(([name, child]) => {
    const here = path === '' ? name : `${path}.${name}`
    return personalFields.has(here) ? [] : [[name, without(child, here)] as const]
  })
  return Object.fromEntries(kept)
}

/** Members of responses that name orders, products and fields, or count; all other texts may quote what was sent. */
const PLAIN = new Set([
  ...['isSuccess', 'orderSuccesses', 'orderId', 'mallOrderNumber', 'requestCount', 'successCount'],
  ...['failureCount', 'failures', 'rowIndex', 'errorField', 'shopProductId', 'errorCode', 'status'],
])

/** Replaces an erased text of a response. */
export const ERASED = '[erased]'

/**
 * The bytes of a response without texts that may quote a person's data: numbers of orders, ids, fields and counts stay.
 * A response that is not JSON is erased as a whole.
 */
export function eraseResponse(bytes: Uint8Array): Uint8Array {
  const read = readStrictJson(bytes, digits => new Digits(digits))
  return new TextEncoder().encode(read.ok ? write(plain(read.value, '')) : ERASED)
}

function plain(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map(one => plain(one, name))
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, plain(child, key)]))
  }
  return typeof value === 'boolean' || value === null || PLAIN.has(name) ? value : ERASED
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Digits)

function write(value: unknown): string {
  if (value instanceof Digits) return value.text
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, child]) => `${JSON.stringify(name)}:${write(child)}`)
    .join(',')}}`
}
