import { attachment, nothingThere } from '@/app/attachment'
import { route } from '@/lib/auth/route'
import { responseBody } from '@/lib/desk/history/requests'

/** A response as it came, byte for byte. It is handed over as plain bytes: no browser runs or draws it. */
export const GET = route<{ id: string }>({ role: 'editor' }, async (_request, { params: { id } }) => {
  const body = await responseBody(id)
  return body ? attachment(body, `answer ${id}.txt`, 'application/octet-stream') : nothingThere()
})
