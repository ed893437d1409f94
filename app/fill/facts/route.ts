import { readJson } from '@/app/body'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { malformedResponse, route } from '@/lib/auth/route'
import { findItemFacts } from '@/lib/desk/drafts/facts/item-facts'
import { findProductsSchema } from '@/lib/desk-api/master/product-master'

/** What the shop knows of items by their codes, by which a sheet warns of implausible amounts: `{code: facts}`. */
export const POST = route({}, async request => {
  const input = findProductsSchema.safeParse(await readJson(request))
  if (!input.success) return malformedResponse()
  return Response.json(await findItemFacts(input.data.codes))
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('POST, OPTIONS')
