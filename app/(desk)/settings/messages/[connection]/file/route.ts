import { attachment, nothingThere } from '@/app/attachment'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { explanationFile } from '@/lib/desk/connections/api-messages'
import { getTranslations } from '@/lib/words/server'

/** The explanations of a connection as a file that another connection, or another Lading, imports. */
export const GET = route<{ connection: string }>({}, async (_request, { params: { connection } }) => {
  const file = await explanationFile(connection)
  if (!file) return nothingThere(getTranslations('explanations.messages')('problem.none'))
  return attachment(new TextEncoder().encode(file.text), `${file.name}.json`, 'application/json')
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
