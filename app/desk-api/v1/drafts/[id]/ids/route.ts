import { attachment } from '@/app/attachment'
import { programResponse } from '@/app/desk-api/program-response'
import { programProblem, programRoute } from '@/lib/auth/program-route'
import { readIds } from '@/lib/desk/automation/register'
import { draftIdsFile } from '@/lib/desk/history/ids-file'
import { byteStream } from '@/lib/server/byte-stream'

export const dynamic = 'force-dynamic'

/** The ids of registered orders as JSON; `?format=csv`: beside the rows of the file. */
export const GET = programRoute<{ id: string }>('intake', async (request, { params: { id } }) => {
  const query = new URL(request.url).searchParams
  const ids = await readIds(id, query.get('connection') ?? undefined)
  if (!ids.ok || query.get('format') !== 'csv') return programResponse(ids)
  const file = await draftIdsFile(id, { format: 'csv', columns: 'used' })
  if ('missing' in file) return programProblem(404, file.missing)
  return attachment(byteStream(file.bytes), file.name, file.type)
})
