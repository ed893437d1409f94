import { attachment, nothingThere } from '@/app/attachment'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { runIdsFile } from '@/lib/desk/history/ids-file'
import { idsQuery } from '@/lib/desk-api/runs/history'
import { byteStream } from '@/lib/server/byte-stream'

/** The ids of one registration beside the lines of its draft: `?format=xlsx|csv&columns=used|all`. */
export const GET = route<{ id: string }>({ role: 'editor' }, async (request, { params: { id } }) => {
  const query = idsQuery.parse(Object.fromEntries(new URL(request.url).searchParams))
  const file = await runIdsFile(id, query)
  return 'missing' in file
    ? nothingThere(file.missing)
    : attachment(byteStream(file.bytes), file.name, file.type)
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
