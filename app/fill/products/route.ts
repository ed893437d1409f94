import { readJson } from '@/app/body'
import { route } from '@/lib/auth/route'
import { findMasterProducts, listMasterCodes } from '@/lib/desk/settings/product-master'
import { findProductsSchema } from '@/lib/desk-api/product-master'

/** All codes of the product master, `{codes}`, or null where there are many: then the others need not be asked for. */
export const GET = route({}, async () => Response.json({ codes: await listMasterCodes() }))

/** What the product master knows of some codes. A route and no action: the worker that reads a file asks. */
export const POST = route({}, async request => {
  const asked = findProductsSchema.safeParse(await readJson(request))
  if (!asked.success) return Response.json(null, { status: 400 })
  return Response.json(await findMasterProducts(asked.data.codes))
})
