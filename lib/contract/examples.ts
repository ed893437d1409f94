import * as z from 'zod'
import { screen } from './field'
import type { Operation } from './operations'

/** A value made of the examples of a schema's fields; undefined for a field without an example. */
export function exampleOf(schema: z.ZodType): unknown {
  const about = screen.get(schema)
  if (about) return about.example
  if (schema instanceof z.ZodOptional) return exampleOf(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodArray) return [exampleOf(schema.element as z.ZodType)]
  if (!(schema instanceof z.ZodObject)) return undefined
  return Object.fromEntries(
    Object.entries(schema.shape).map(([key, member]) => [key, exampleOf(member as z.ZodType)]),
  )
}

/** A request body of an operation, with one element. */
export const exampleBody = ({ list, element }: Operation): Readonly<Record<string, readonly unknown[]>> => ({
  [list]: [exampleOf(element)],
})
