import { attachment, nothingThere } from '@/app/attachment'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { requirementFile } from '@/lib/desk/requirements/requirements'
import { getTranslations } from '@/lib/words/server'

/** The requirements of a connection as a file that another connection, or another Lading, imports. */
export const GET = route<{ id: string }>({}, async (_request, { params }) => {
  const file = await requirementFile(params.id)
  if (!file) return nothingThere(getTranslations('requirements')('noFile'))
  return attachment(new TextEncoder().encode(file.text), `${file.name}.json`, 'application/json')
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
