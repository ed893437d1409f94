import { readJson } from '@/app/body'
import { route } from '@/lib/auth/route'
import { searchEverything } from '@/lib/desk/search'
import { type SearchResponse, searchSchema } from '@/lib/desk-api/search'

/** What the whole desk has for a text. By POST: a name in an address would be written into logs. */
export const POST = route({}, async request => {
  const asked = searchSchema.safeParse(await readJson(request))
  if (!asked.success) return Response.json(null, { status: 400 })
  const response: SearchResponse = { items: await searchEverything(asked.data.text) }
  return Response.json(response)
})
