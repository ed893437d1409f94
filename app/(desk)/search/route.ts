import { helpAddress } from '@/app/(desk)/help/help-address'
import { readJson } from '@/app/body'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { malformedResponse, route } from '@/lib/auth/route'
import { searchEverything } from '@/lib/desk/search'
import { type SearchItem, type SearchResponse, searchSchema } from '@/lib/desk-api/search'
import { manualIn } from '@/lib/manual/manual'
import { searchManual } from '@/lib/manual/search-manual'
import { requestLocale } from '@/lib/words/locale/request-locale'

/** Results of the manual, whose own search has all. */
const MAX_HELP = 3

/** What the whole desk has for a text. By POST: a name in an address would be written into logs. */
export const POST = route({}, async request => {
  const input = searchSchema.safeParse(await readJson(request))
  if (!input.success) return malformedResponse()
  const { text } = input.data
  const response: SearchResponse = { items: [...(await searchEverything(text)), ...searchHelp(text)] }
  return Response.json(response)
})

const searchHelp = (text: string): readonly SearchItem[] =>
  searchManual(manualIn(requestLocale().language), text, MAX_HELP).map(
    ({ chapter, chapterTitle, anchor, title }) => ({
      kind: 'help',
      id: `${chapter}#${anchor}`,
      href: helpAddress(chapter, anchor, undefined),
      title,
      chapter: chapterTitle,
    }),
  )

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('POST, OPTIONS')
