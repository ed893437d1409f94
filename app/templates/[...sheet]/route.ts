import { attachment, nothingThere } from '@/app/(desk)/history/attachment'
import { route } from '@/lib/auth/route'
import { headingLanguages } from '@/lib/intake/languages'
import { writeTemplate } from '@/lib/intake/template'
import { templateWords } from '@/lib/intake/template-words'
import { findSheet } from '@/lib/sheet/sheets'

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The template of a sheet as XLSX; `?language=` says in which language its headings are: ko, ja or en. */
export const GET = route<{ sheet: string[] }>({}, async (request, { params }) => {
  const sheet = findSheet(params.sheet)
  const asked = new URL(request.url).searchParams.get('language')
  const language = headingLanguages.find(known => known === asked) ?? 'en'
  if (!sheet) return nothingThere()
  const name = `Lading ${templateWords[language].sheets[sheet.id]}.xlsx`
  return attachment(await writeTemplate(sheet.id, language), name, TYPE)
})
