import { attachment, nothingThere } from '@/app/attachment'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { recipeFile } from '@/lib/desk/master/recipes'
import { getTranslations } from '@/lib/words/server'

/** A recipe as a file that another Lading can import; `all` for all recipes. */
export const GET = route<{ id: string }>({}, async (_request, { params: { id } }) => {
  const file = await recipeFile(id)
  if (!file) return nothingThere(getTranslations('intake.recipes')('problem.gone'))
  return attachment(new TextEncoder().encode(file.text), `${file.name}.json`, 'application/json')
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
