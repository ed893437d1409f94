import { readJson } from '@/app/body'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { malformedResponse, route } from '@/lib/auth/route'
import { findMasterProducts, listMasterCodes } from '@/lib/desk/master/product-master'
import { findProductsSchema } from '@/lib/desk-api/master/product-master'

/** All codes of the product master, `{codes}`; null if there are too many to send. */
export const GET = route({}, async () => Response.json({ codes: await listMasterCodes() }))

/** The facts of the product master about some codes. A route and no action: the worker that reads a file calls it. */
export const POST = route({}, async request => {
  const input = findProductsSchema.safeParse(await readJson(request))
  if (!input.success) return malformedResponse()
  return Response.json(await findMasterProducts(input.data.codes))
})

export const { PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, POST, OPTIONS')
