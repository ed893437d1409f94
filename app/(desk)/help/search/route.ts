import { helpAddress } from '@/app/(desk)/help/help-address'
import { readJson } from '@/app/body'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { malformedResponse, route } from '@/lib/auth/route'
import { type ManualSearchResponse, manualSearchSchema } from '@/lib/desk-api/manual'
import { manualIn } from '@/lib/manual/manual'
import { searchManual } from '@/lib/manual/search-manual'
import { requestLocale } from '@/lib/words/locale/request-locale'

const MAX_RESULTS = 12

/** What the manual says about a text. By POST, as the search of the desk: what people look for stays out of logs. */
export const POST = route({}, async request => {
  const input = manualSearchSchema.safeParse(await readJson(request))
  if (!input.success) return malformedResponse()
  const { text, language } = input.data
  const other = language === requestLocale().language ? undefined : language
  const response: ManualSearchResponse = {
    items: searchManual(manualIn(language), text, MAX_RESULTS).map(match => ({
      ...match,
      href: helpAddress(match.chapter, match.anchor, other),
    })),
  }
  return Response.json(response)
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('POST, OPTIONS')
