import { attachment, nothingThere } from '@/app/attachment'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { ruleFile } from '@/lib/desk/master/import-rules'
import { getTranslations } from '@/lib/words/server'

/** A rule as a file that another Lading can import; `all` for all rules. */
export const GET = route<{ id: string }>({}, async (_request, { params: { id } }) => {
  const file = await ruleFile(id)
  if (!file) return nothingThere(getTranslations('rules')('problem.gone'))
  return attachment(new TextEncoder().encode(file.text), `${file.name}.json`, 'application/json')
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
