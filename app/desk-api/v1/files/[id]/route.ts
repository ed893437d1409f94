import { programProblem, programRoute } from '@/lib/auth/program-route'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { findFile } from '@/lib/desk/automation/files'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('automation.api')

export const dynamic = 'force-dynamic'

/** How far a file is, with the latest run of its draft. */
export const GET = programRoute<{ id: string }>('intake', async (_, { params: { id } }) => {
  const file = await findFile(id)
  return file ? Response.json(file) : programProblem(404, t('notFound'))
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
