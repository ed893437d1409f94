import { programProblem } from '@/lib/auth/program-route'
import type { ProgramResult } from '@/lib/desk/automation/program-result'
import { getTranslations } from '@/lib/words/server'
import { readBody } from './receive-body'

const t = getTranslations('automation.api')

/** The response to a program. @param status of a success */
export function programResponse<T>(result: ProgramResult<T>, status = 200): Response {
  if (result.ok) return Response.json(result.value, { status })
  const { status: refused, detail, ...counts } = result.problem
  return programProblem(refused, detail, counts)
}

const KEY = /^[\x21-\x7e]{1,255}$/

/** The Idempotency-Key of a request, or a problem. */
export function readRequestKey(request: Request): { readonly key: string | undefined } | Response {
  const key = request.headers.get('idempotency-key')
  if (key === null) return { key: undefined }
  return KEY.test(key) ? { key } : programProblem(400, t('invalidKey'))
}

/** The largest JSON body of a program, in bytes. */
const MAX_JSON_BYTES = 10_000

/** The JSON body of a request; an empty body is an empty object. @returns undefined if it is no JSON, or too long */
export async function readProgramJson(request: Request): Promise<unknown> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_JSON_BYTES) return undefined
  try {
    // A body that is sent in chunks has no Content-Length.
    const bytes = await readBody(request, MAX_JSON_BYTES)
    if (bytes === 'too-large') return undefined
    const text = new TextDecoder().decode(bytes)
    return text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    return undefined
  }
}

interface InputError {
  readonly issues: readonly { readonly path: PropertyKey[]; readonly message: string }[]
}

/** Why an input does not fit its schema, as a sentence. */
export function inputSentence({ issues: [issue] }: InputError): string {
  const place = issue?.path.join('.')
  return t('input', { reason: [place, issue?.message].filter(Boolean).join(': ') })
}

/** The problem of an input that does not fit its schema. */
export const inputProblem = (error: InputError): Response => programProblem(400, inputSentence(error))
