import * as z from 'zod'
import { countCharacters } from './characters'

/** What a screen needs to know of a field besides its rules. Labels are in `lib/words`. */
export interface ScreenMeta {
  /** A value that the service accepts; used in templates, samples and the API description. */
  example: string | number | boolean | readonly string[]
  /** Column width in CSS pixels. */
  width?: number
  /** Group heading of the column, when it is not the member that contains the field. */
  group?: string
  /** Whether the text is the address of a page or an image. The contract itself accepts any text. */
  url?: true
  /** Whether the text is personal data, which is erased after its retention period (personal.ts). */
  personal?: true
  /** What the text holds, for kinds of texts that spreadsheets and keyboards are known to damage. */
  holds?: ContentKind
}

/**
 * What a text holds: a postal code, a telephone number, an identifier (of an order, a waybill, a product), a part of an
 * address, or a person's name.
 */
export type ContentKind = 'postal' | 'telephone' | 'identifier' | 'address' | 'person'

/** Screen metadata is in its own registry: `.meta()` would leak into JSON Schema and OpenAPI. */
export const screen = z.registry<ScreenMeta>()

/**
 * Describes a leaf of the contract. Apply it outermost, after `.optional()`: metadata under a wrapper is
 * invisible to readers of the wrapper.
 */
export function field<T extends z.ZodType>(schema: T, about: ScreenMeta): T {
  const described = schema.meta({ ...schema.meta(), examples: [about.example] }) as T
  screen.add(described, about)
  return described
}

/**
 * Text of at most `max` characters, counted as Unicode code points: the API document says "characters", and zod's own
 * `.max` counts UTF-16 units. Without `max` any length. Empty text is within the bound.
 */
export function text(max?: number) {
  if (max === undefined) return z.string()
  return z
    .string()
    .check(({ value, issues }) => {
      // A string never has more code points than UTF-16 units, so most texts are settled by the first test.
      if (value.length > max && countCharacters(value) > max) {
        issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value })
      }
    })
    .meta({ maxLength: max })
}

/**
 * Maximum characters of an order number or a product id for which the API document gives no bound: an index of
 * PostgreSQL has a maximum entry size (docs/decisions/0017).
 */
export const MAX_NUMBER_CHARACTERS = 500

/** Whether a value read from JSON is a number. An integer beyond 2^53 comes as a bigint, of however many digits. */
export const isDecimal = (value: unknown): value is number | bigint =>
  typeof value === 'bigint' || Number.isFinite(value)

/** Any finite JSON number. */
export const decimal = () =>
  z.custom<number | bigint>(isDecimal, { params: { expected: 'number' } }).meta({ type: 'number' })

/** Bounds of an integer type, as a failure names them. */
export interface IntegerBounds {
  readonly min: bigint
  readonly max: bigint
}

const INT32: IntegerBounds = { min: -(2n ** 31n), max: 2n ** 31n - 1n }
const INT64: IntegerBounds = { min: -(2n ** 63n), max: 2n ** 63n - 1n }

/** Whether a value read from JSON is an integer of 32 bits. */
const isInt32 = (value: unknown): value is number =>
  Number.isInteger(value) && isWithin(BigInt(value as number), INT32)

/** Whether a value read from JSON is an exact integer of 64 bits. */
export function isInt64(value: unknown): value is number | bigint {
  return typeof value === 'bigint' ? isWithin(value, INT64) : Number.isSafeInteger(value)
}

const isWithin = (value: bigint, { min, max }: IntegerBounds) => value >= min && value <= max

/** An integer of at most 2147483647. */
export const int32 = () =>
  z
    .custom<number>(isInt32, { params: { expected: 'integer', bounds: INT32 } })
    .meta({ type: 'integer', format: 'int32', maximum: Number(INT32.max) })

/** An integer of 64 bits. Beyond 2^53 it must come as a bigint: zod's own integers stop at 2^53-1. */
export const int64 = () =>
  z
    .custom<number | bigint>(isInt64, { params: { expected: 'integer', bounds: INT64 } })
    .meta({ type: 'integer', format: 'int64' })

/** One of `values`. `accepts` narrows what is taken without shortening the documented enumeration. */
export function choice<const T extends readonly [string, ...string[]]>(
  values: T,
  accepts?: readonly T[number][],
) {
  const known = z.enum(values)
  if (!accepts) return known
  return known.check(({ value, issues }) => {
    if (!accepts.includes(value)) {
      issues.push({ code: 'invalid_value', values: [...accepts], input: value })
    }
  })
}

/** true or false. */
export const flag = () => z.boolean()
