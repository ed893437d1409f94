import * as z from 'zod'
import { isDecimal } from '@/lib/contract/field'

/** True only if the schema accepts the value; false means "ask the schema". */
export type Validator = (value: unknown) => boolean

/**
 * Compiles a schema of the contract into a predicate without copies and error reports. Most orders of a
 * large request are valid, and zod's own parsing costs as much as parsing their JSON. Unrecognised kinds of
 * rules fall back to the schema itself, which is slower and never wrong.
 */
export function compileValidator(schema: z.ZodType): Validator {
  if (isPlain(schema)) {
    if (schema instanceof z.ZodObject) return acceptObject(schema)
    if (schema instanceof z.ZodBoolean) return value => typeof value === 'boolean'
  }
  if (schema instanceof z.ZodOptional) return acceptOptional(schema)
  if (schema instanceof z.ZodArray) return acceptList(schema)
  if (schema instanceof z.ZodEnum) return acceptChoice(schema)
  if (schema instanceof z.ZodString) return acceptText(schema)
  if (schema instanceof z.ZodCustom) return acceptDecimal(schema)
  return askSchema(schema)
}

/** Falls back to the schema. Accepted numbers are cached, because quantities and ids repeat. */
function askSchema(schema: z.ZodType): Validator {
  const taken = new Set<unknown>()
  return value => {
    if (taken.has(value)) return true
    const isTaken = schema.safeParse(value).success
    if (isTaken && typeof value === 'number' && taken.size < MAX_CACHED_NUMBERS) taken.add(value)
    return isTaken
  }
}

const MAX_CACHED_NUMBERS = 1000

const isPlain = (schema: z.ZodType) => (schema.def.checks?.length ?? 0) === 0

function acceptObject(schema: z.ZodObject): Validator {
  const members = Object.entries(schema.shape).map(([key, member]) => ({
    key,
    accept: compileValidator(member),
  }))
  return value => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    const object = value as Readonly<Record<string, unknown>>
    for (const { key, accept } of members) if (!accept(object[key])) return false
    return true
  }
}

function acceptOptional(schema: z.ZodOptional): Validator {
  const accept = compileValidator(schema.unwrap() as z.ZodType)
  return value => value === undefined || accept(value)
}

/** Elements are tested here; the rules of the list itself by a schema that accepts any element. */
function acceptList(schema: z.ZodArray): Validator {
  const accept = compileValidator(schema.element as z.ZodType)
  const rules = (schema.def.checks ?? []) as z.core.$ZodCheck<unknown[]>[]
  const frame = z.array(z.unknown()).check(...rules)
  // The rules of a list only count its elements, so the result is cached by length.
  const acceptLength = askSchema(z.number().refine(length => frame.safeParse(Array(length)).success))
  return value => Array.isArray(value) && acceptLength(value.length) && value.every(accept)
}

/** Each option is tried once, because further rules may reject a listed option. */
function acceptChoice(schema: z.ZodEnum): Validator {
  const taken = new Set<unknown>(schema.options.filter(option => schema.safeParse(option).success))
  return value => taken.has(value)
}

/**
 * A text of the contract has no rule except its maximum (field.ts), and it never has fewer UTF-16 units than
 * characters.
 */
function acceptText(schema: z.ZodString): Validator {
  const max = schema.meta()?.maxLength
  const rules = schema.def.checks?.length ?? 0
  if (rules === 0) return value => typeof value === 'string'
  if (rules > 1 || typeof max !== 'number') return askSchema(schema)
  return value => typeof value === 'string' && (value.length <= max || schema.safeParse(value).success)
}

/** Most numbers of the contract have no rule (field.ts); those that a double cannot hold go to the schema. */
function acceptDecimal(schema: z.ZodCustom): Validator {
  const ask = askSchema(schema)
  if (schema.def.fn !== isDecimal || !isPlain(schema)) return ask
  return value => Number.isFinite(value) || ask(value)
}
