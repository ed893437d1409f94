import { attachment, nothingThere } from '@/app/attachment'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { responseBody } from '@/lib/desk/history/requests'

/** A response as it was received, byte for byte. Its type is plain bytes, so no browser executes or renders it. */
export const GET = route<{ id: string }>({ role: 'editor' }, async (_request, { params: { id } }) => {
  const body = await responseBody(id)
  return body ? attachment(body, `response ${id}.txt`, 'application/octet-stream') : nothingThere()
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
