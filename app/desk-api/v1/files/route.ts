import type * as z from 'zod'
import { isForm, MAX_FORM_OVERHEAD, readFormFile } from '@/app/desk-api/form-file'
import { inputSentence, programResponse, readRequestKey } from '@/app/desk-api/program-response'
import { receiveBody } from '@/app/desk-api/receive-body'
import { programProblem, programRoute } from '@/lib/auth/program-route'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { deliverFile, tooLarge } from '@/lib/desk/automation/deliver'
import { listFiles } from '@/lib/desk/automation/files'
import { MAX_ARRIVAL_BYTES } from '@/lib/desk/intake/arrival'
import { fileName, fileQuery, formQuery, sheetList } from '@/lib/desk-api/automation'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('automation.api')

export const dynamic = 'force-dynamic'

/**
 * Receives a file: the body is the file, `?name=` its name, or the body is a form with the file. It becomes a draft
 * soon.
 */
export const POST = programRoute('intake', async (request, { program }) => {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const contentType = request.headers.get('content-type')
  const sentAsForm = isForm(contentType)
  const input = (sentAsForm ? formQuery : fileQuery).safeParse(query)
  if (!input.success) return programProblem(400, whyInvalid(input.error, query))
  const requestKey = readRequestKey(request)
  if (requestKey instanceof Response) return requestKey
  const body = await receiveBody(request, MAX_ARRIVAL_BYTES + (sentAsForm ? MAX_FORM_OVERHEAD : 0))
  if (body instanceof Response) return body
  if (body === 'too-large') return unread()
  const file = sentAsForm ? readFormFile(contentType ?? '', body) : { name: undefined, bytes: body }
  if (!file) return programProblem(400, t('form'))
  if (file.bytes.length > MAX_ARRIVAL_BYTES) return programResponse(tooLarge())
  const name = fileName.safeParse(input.data.name ?? file.name)
  if (!name.success) return programProblem(400, t(file.name === undefined ? 'noName' : 'invalidName'))
  const { operator, keyId } = program
  const by = { operatorId: operator.id, keyId, requestKey: requestKey.key }
  const result = await deliverFile({ ...input.data, name: name.data }, file.bytes, by)
  return programResponse(result, result.ok && result.value.isKnown ? 200 : 202)
})

function whyInvalid(error: z.ZodError, { name, sheet = '' }: Readonly<Record<string, string>>): string {
  const [place] = error.issues[0]?.path ?? []
  if (place === 'sheet') return t('invalidSheet', { value: sheet, sheets: sheetList })
  if (place === 'name') return t(name === undefined ? 'noName' : 'invalidName')
  return inputSentence(error)
}

/** The rest of a body that is too large would be the beginning of the next request. */
function unread(): Response {
  const response = programResponse(tooLarge())
  response.headers.set('connection', 'close')
  return response
}

/** The newest files, or those with the contents of `?sha256=`. */
export const GET = programRoute('intake', async request => {
  const sha256 = new URL(request.url).searchParams.get('sha256') ?? undefined
  return Response.json({ files: await listFiles(sha256) })
})

export const { PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, POST, OPTIONS')
