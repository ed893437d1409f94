import 'server-only'
import * as z from 'zod'
import { isDecimal } from '@/lib/contract/field'

/** Says yes only to what the schema takes; a no means "ask the schema". */
export type Accept = (value: unknown) => boolean

/**
 * Compiles a schema of the contract into a test that makes no copies and no reports. Most orders of a large request
 * are good, and the schema's own reading costs as much as parsing their JSON did.
 * What is not recognised as plain goes through the schema itself, so that a new kind of rule costs time, not truth.
 */
export function compileAccept(schema: z.ZodType): Accept {
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

/** Answers by the schema itself. Numbers that it took are remembered: quantities and ids repeat from order to order. */
function askSchema(schema: z.ZodType): Accept {
  const taken = new Set<unknown>()
  return value => {
    if (taken.has(value)) return true
    const isTaken = schema.safeParse(value).success
    if (isTaken && typeof value === 'number' && taken.size < MOST_REMEMBERED) taken.add(value)
    return isTaken
  }
}

const MOST_REMEMBERED = 1000

const isPlain = (schema: z.ZodType) => (schema.def.checks?.length ?? 0) === 0

function acceptObject(schema: z.ZodObject): Accept {
  const members = Object.entries(schema.shape).map(([key, member]) => ({
    key,
    accept: compileAccept(member),
  }))
  return value => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    const object = value as Readonly<Record<string, unknown>>
    for (const { key, accept } of members) if (!accept(object[key])) return false
    return true
  }
}

function acceptOptional(schema: z.ZodOptional): Accept {
  const accept = compileAccept(schema.unwrap() as z.ZodType)
  return value => value === undefined || accept(value)
}

/** The elements are tested here, the list's own rules by a schema that takes any element. */
function acceptList(schema: z.ZodArray): Accept {
  const accept = compileAccept(schema.element as z.ZodType)
  const rules = (schema.def.checks ?? []) as z.core.$ZodCheck<unknown[]>[]
  const frame = z.array(z.unknown()).check(...rules)
  // Rules of a list count its elements and look at nothing else, so they are asked once for each length.
  const acceptLength = askSchema(z.number().refine(length => frame.safeParse(Array(length)).success))
  return value => Array.isArray(value) && acceptLength(value.length) && value.every(accept)
}

/** Every choice is tried once, so a choice that is listed but not taken is known. */
function acceptChoice(schema: z.ZodEnum): Accept {
  const taken = new Set<unknown>(schema.options.filter(option => schema.safeParse(option).success))
  return value => taken.has(value)
}

/** A text of the contract has no rule but its bound (field.ts), and UTF-16 units are never fewer than characters. */
function acceptText(schema: z.ZodString): Accept {
  const max = schema.meta()?.maxLength
  const rules = schema.def.checks?.length ?? 0
  if (rules === 0) return value => typeof value === 'string'
  if (rules > 1 || typeof max !== 'number') return askSchema(schema)
  return value => typeof value === 'string' && (value.length <= max || schema.safeParse(value).success)
}

/** Most numbers of the contract have no rule at all (field.ts); those too long for a double are left to the schema. */
function acceptDecimal(schema: z.ZodCustom): Accept {
  const ask = askSchema(schema)
  if (schema.def.fn !== isDecimal || !isPlain(schema)) return ask
  return value => Number.isFinite(value) || ask(value)
}
