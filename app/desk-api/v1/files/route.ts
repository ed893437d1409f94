import { answerProgram, readRequestKey } from '@/app/desk-api/answer'
import { receiveBody } from '@/app/desk-api/receive-body'
import { programProblem, programRoute } from '@/lib/auth/program-route'
import { MAX_FILE_BYTES } from '@/lib/desk/intake/arrival'
import { deliverFile, tooLarge } from '@/lib/desk/intake/deliver'
import { listFiles } from '@/lib/desk/intake/files'
import { fileQuery, sheetIds } from '@/lib/desk-api/automation'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('automation.api')

export const dynamic = 'force-dynamic'

/** Receives a file: the body is the file, `?name=` its name. It becomes a draft soon. */
export const POST = programRoute('intake', async (request, { program }) => {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const input = fileQuery.safeParse(query)
  if (!input.success) {
    const [place] = input.error.issues[0]?.path ?? []
    const detail =
      place === 'sheet'
        ? t('invalidSheet', { value: query.sheet ?? '', sheets: sheetIds })
        : t(query.name === undefined ? 'noName' : 'invalidName')
    return programProblem(400, detail, request.body ? { headers: { connection: 'close' } } : {})
  }
  const requestKey = readRequestKey(request)
  if (requestKey instanceof Response) return requestKey
  const bytes = await receiveBody(request, MAX_FILE_BYTES)
  if (bytes instanceof Response) return bytes
  if (bytes === 'too-large') {
    const response = answerProgram(tooLarge())
    response.headers.set('connection', 'close')
    return response
  }
  const { operator, keyId } = program
  const by = { operatorId: operator.id, keyId, requestKey: requestKey.key }
  const result = await deliverFile(input.data, bytes, by)
  return answerProgram(result, result.ok && result.value.isKnown ? 200 : 202)
})

/** The newest files, or those with the contents of `?sha256=`. */
export const GET = programRoute('intake', async request => {
  const sha256 = new URL(request.url).searchParams.get('sha256') ?? undefined
  return Response.json({ files: await listFiles(sha256) })
})
