import { readJson } from '@/app/body'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { malformedResponse, route } from '@/lib/auth/route'
import { findDuplicates } from '@/lib/desk/drafts/facts/duplicates'
import { findDuplicatesSchema } from '@/lib/desk-api/drafts/duplicates'

/** Finds orders of other drafts with the same recipients and items. It only reads, like `POST …/elsewhere`. */
export const POST = route<{ id: string }>({}, async (request, { params }) => {
  const body = await readJson(request)
  const input = findDuplicatesSchema.safeParse(
    typeof body === 'object' ? { ...body, draftId: params.id } : undefined,
  )
  return input.success ? Response.json(await findDuplicates(input.data)) : malformedResponse()
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('POST, OPTIONS')
