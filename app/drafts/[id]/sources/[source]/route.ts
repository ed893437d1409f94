import { attachment, nothingThere } from '@/app/attachment'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { readSourceFile } from '@/lib/desk/drafts/source-files'
import { byteStream } from '@/lib/server/byte-stream'
import { getTranslations } from '@/lib/words/server'

/** An imported file, byte for byte. */
export const GET = route<{ id: string; source: string }>({ role: 'editor' }, async (_request, { params }) => {
  const file = await readSourceFile(params.id, params.source)
  if (!file) return nothingThere(getTranslations('intake.desk.original')('gone'))
  return attachment(byteStream(file.bytes), file.name, 'application/octet-stream')
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
