import {
  inputProblem,
  programResponse,
  readProgramJson,
  readRequestKey,
} from '@/app/desk-api/program-response'
import { programRoute } from '@/lib/auth/program-route'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { registerDraft } from '@/lib/desk/automation/register'
import { registerRequest } from '@/lib/desk-api/automation'

export const dynamic = 'force-dynamic'

/** Registers the ready orders of a draft, if their number is `confirm`. */
export const POST = programRoute<{ id: string }>('register', async (request, { program, params: { id } }) => {
  const requestKey = readRequestKey(request)
  if (requestKey instanceof Response) return requestKey
  const input = registerRequest.safeParse(await readProgramJson(request))
  if (!input.success) return inputProblem(input.error)
  const { operator, keyId } = program
  const by = { operatorId: operator.id, keyId, requestKey: requestKey.key }
  const result = await registerDraft(id, input.data, by)
  return programResponse(result, result.ok && result.isEarlier ? 200 : 202)
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('POST, OPTIONS')
