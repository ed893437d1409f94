import type * as z from 'zod'
import { readJson } from '@/app/body'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { malformedResponse, route } from '@/lib/auth/route'
import { findNumbersElsewhere, reportHeldElsewhere } from '@/lib/desk/drafts/facts/held-elsewhere'
import { findNumbersSchema, reportHeldElsewhereSchema } from '@/lib/desk-api/drafts/held-elsewhere'

/**
 * Finds numbers that orders of other drafts hold, or that the shop cancelled. It only reads; it is a POST because the
 * numbers are too long for an address.
 */
export const POST = route<{ id: string }>({}, async (request, { params }) => {
  const input = await readInput(request, params.id, findNumbersSchema)
  return input ? Response.json(await findNumbersElsewhere(input)) : malformedResponse()
})

/** Stores all numbers of a draft that are held by other drafts, as its sheet found them. */
export const PUT = route<{ id: string }>({ role: 'editor' }, async (request, { params }) => {
  const input = await readInput(request, params.id, reportHeldElsewhereSchema)
  if (!input) return malformedResponse()
  await reportHeldElsewhere(input)
  return Response.json(null)
})

async function readInput<Schema extends z.ZodType>(
  request: Request,
  draftId: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  const body = await readJson(request)
  return schema.safeParse(typeof body === 'object' ? { ...body, draftId } : undefined).data
}

export const { GET, PATCH, DELETE, OPTIONS } = refusedMethods('POST, PUT, OPTIONS')
