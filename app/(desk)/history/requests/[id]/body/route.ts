import { attachment, nothingThere } from '@/app/attachment'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { storedRequestBody } from '@/lib/desk/history/requests'

/**
 * The body of a request as it was sent, byte for byte. It has no credentials: these are in the headers, which are not
 * stored.
 */
export const GET = route<{ id: string }>({ role: 'editor' }, async (_request, { params: { id } }) => {
  const body = await storedRequestBody(id)
  return body ? attachment(body, `request ${id}.json`, 'application/json') : nothingThere()
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
