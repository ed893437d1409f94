import 'server-only'
import { STATUS_CODES } from 'node:http'
import { noteKnownCaller } from '@/lib/log/caller'
import { logFault, newFaultId } from '@/lib/log/log'
import { leaveUnread } from '@/lib/server/unread-body'
import { database, isStorageBusy, isStorageFull, isTransient } from '@/lib/store/db/database'
import { authenticateDeskKey, type DeskProgram, type DeskScope } from '@/lib/store/people/desk-keys'
import { keyring } from '@/lib/store/secrets/keyring'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { getTranslations } from '@/lib/words/server'
import { withoutBody } from './route'

const t = getTranslations('automation.api')

/** Passed to the handler of a program's request beside the request. */
interface ProgramContext<Params> {
  readonly program: DeskProgram
  readonly params: Params
}

/**
 * Creates a route handler for programs: checks the key and its scope before anything of the body is read. Refusals are
 * problems (RFC 9457) in the language of the request, and say nothing about keys that are not valid.
 */
export function programRoute<Params = Record<never, never>>(
  scope: DeskScope,
  handler: (request: Request, context: ProgramContext<Params>) => Promise<Response>,
): (request: Request, context: { params: Promise<Params> }) => Promise<Response> {
  const respond = async (request: Request, params: Promise<Params>): Promise<Response> => {
    try {
      const program = await authenticate(request)
      if (!program) {
        const challenge = { 'www-authenticate': 'Bearer realm="Lading"' }
        return programProblem(401, t('unauthorized'), { headers: challenge })
      }
      noteKnownCaller()
      if (!program.scopes.includes(scope)) {
        const challenge = `Bearer realm="Lading", error="insufficient_scope", scope="${scope}"`
        return programProblem(403, t('forbidden', { scope }), { headers: { 'www-authenticate': challenge } })
      }
      const response = await handler(request, { program, params: await params })
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
      return request.method === 'HEAD' ? await withoutBody(response) : response
    } catch (error) {
      if (isStorageBusy(error)) return programProblem(503, t('busy'), { headers: { 'retry-after': '2' } })
      if (isStorageFull(error)) return programProblem(507, t('full'))
      const id = newFaultId()
      logFault('a request of a program failed', error, { fault: id })
      if (isTransient(error))
        return programProblem(503, t('unreachable'), { headers: { 'retry-after': '5' } })
      return programProblem(500, t('fault', { id }))
    }
  }
  return async (request, { params }) => {
    const response = await respond(request, params)
    return request.bodyUsed ? response : leaveUnread(request, response)
  }
}

/** A problem in the language of the request. @param more additional members of its body, and headers */
export function programProblem(
  status: number,
  detail: string,
  { headers, ...more }: { readonly headers?: Readonly<Record<string, string>>; readonly ready?: number } = {},
): Response {
  const body = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail, ...more }
  return Response.json(body, {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'content-language': requestLocale().language,
      vary: 'Accept-Language',
      ...headers,
    },
  })
}

const BEARER = /^bearer +(\S+)$/i

async function authenticate(request: Request): Promise<DeskProgram | undefined> {
  const key = BEARER.exec(request.headers.get('authorization') ?? '')?.[1]
  if (key === undefined) return undefined
  return authenticateDeskKey((await database()).kysely, keyring(), key, new Date())
}
