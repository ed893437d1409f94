import { attachment } from '@/app/attachment'
import { programResponse } from '@/app/desk-api/program-response'
import { programRoute } from '@/lib/auth/program-route'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { readIds, readIdsFile } from '@/lib/desk/automation/register'
import { byteStream } from '@/lib/server/byte-stream'

export const dynamic = 'force-dynamic'

/** The ids of orders that are registered on a connection, as JSON; `?format=csv`: beside the rows of the file. */
export const GET = programRoute<{ id: string }>('intake', async (request, { params: { id } }) => {
  const query = new URL(request.url).searchParams
  const connection = query.get('connection') ?? undefined
  if (query.get('format') !== 'csv') return programResponse(await readIds(id, connection))
  const file = await readIdsFile(id, connection)
  if (!file.ok) return programResponse(file)
  const { bytes, name, type } = file.value
  return attachment(byteStream(bytes), name, type)
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
