import { nothingThere } from '@/app/attachment'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { responseExcerpt } from '@/lib/desk/history/requests'

/** The beginning of a response, for the sheet that it concerns: `ExcerptView`. */
export const GET = route<{ id: string }>({ role: 'editor' }, async (_request, { params: { id } }) => {
  const excerpt = await responseExcerpt(id)
  return excerpt ? Response.json(excerpt) : nothingThere()
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
