import { attachment, nothingThere } from '@/app/attachment'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { headingLanguages } from '@/lib/import/match/dictionary/languages'
import { writeTemplate } from '@/lib/import/roundtrip/template'
import { templateWords } from '@/lib/import/roundtrip/template-words'
import { findSheet } from '@/lib/sheet/schema/sheets'
import { requestLocale } from '@/lib/words/locale/request-locale'

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * The template of a sheet as XLSX; `?language=` selects the language of its headings: ko, ja or en; default: that of
 * the operator.
 */
export const GET = route<{ sheet: string[] }>({}, async (request, { params }) => {
  const sheet = findSheet(params.sheet)
  const requested = new URL(request.url).searchParams.get('language')
  const language = headingLanguages.find(known => known === requested) ?? requestLocale().language
  if (!sheet) return nothingThere()
  const name = `Lading ${templateWords[language].sheets[sheet.id]}.xlsx`
  return attachment(await writeTemplate(sheet.id, language), name, TYPE)
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
