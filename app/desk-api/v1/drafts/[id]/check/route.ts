import {
  inputProblem,
  programResponse,
  readProgramJson,
  readRequestKey,
} from '@/app/desk-api/program-response'
import { programRoute } from '@/lib/auth/program-route'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { checkDraft } from '@/lib/desk/automation/register'
import { checkRequest } from '@/lib/desk-api/automation'

export const dynamic = 'force-dynamic'

/** Checks a draft again. */
export const POST = programRoute<{ id: string }>('intake', async (request, { program, params: { id } }) => {
  const requestKey = readRequestKey(request)
  if (requestKey instanceof Response) return requestKey
  const input = checkRequest.safeParse(await readProgramJson(request))
  if (!input.success) return inputProblem(input.error)
  const { operator, keyId } = program
  const by = { operatorId: operator.id, keyId, requestKey: requestKey.key }
  return programResponse(await checkDraft(id, input.data, by), 202)
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('POST, OPTIONS')
