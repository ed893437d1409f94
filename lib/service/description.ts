import 'server-only'
import { createHash } from 'node:crypto'
import type { DescriptionWords } from '@/lib/contract/openapi/description-words'
import { type Description, describeService } from '@/lib/contract/openapi/openapi'
import { leaveUnread } from '@/lib/server/unread-body'
import type { Language } from '@/lib/words/locale/languages'
import { withLanguage } from '@/lib/words/locale/request-locale'
import { failureSentence } from '@/lib/words/sentences/failure-sentence'
import { getTranslations } from '@/lib/words/server'
import { refusalHandlers } from './problems'

const t = getTranslations('openapi')
const problem = getTranslations('service')
const failure = getTranslations('failures')

const descriptionWords: DescriptionWords = {
  text: (key, values) => t(key, values),
  // General orders and Japan orders share most of their fields.
  meaning: (schema, member) =>
    textAt(`schemas.${schema}.${member}`) ??
    textAt(`schemas.${schema.replace(/^(Japan|General|CheckedGeneral)/, '')}.${member}`),
  failure: (code, params, record) => failureSentence(failure, code, params, record),
}

function textAt(path: string): string | undefined {
  const key = path as Parameters<typeof t.has>[0]
  return t.has(key) ? t(key) : undefined
}

const descriptions = new Map<Language, Description>()

/** The description of the service in a language. Names, types and codes are the same in all. */
export function descriptionIn(language: Language): Description {
  let description = descriptions.get(language)
  if (!description) {
    description = withLanguage(language, () => describeService(descriptionWords))
    descriptions.set(language, description)
  }
  return description
}

// Programs read this, and caches keep it, so its language does not depend on the request.
const text = JSON.stringify(descriptionIn('en'))
const etag = `"${createHash('sha256').update(text).digest('base64url')}"`

const headers = {
  'content-type': 'application/json',
  // Public data that changes only with a new version.
  'cache-control': 'public, max-age=300',
  etag,
}

function describe(request: Request): Response {
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  const isKnown = known.some(tag => tag.trim().replace(/^W\//, '') === etag)
  return leaveUnread(
    request,
    isKnown ? new Response(null, { status: 304, headers }) : new Response(text, { headers }),
  )
}

/** Route handlers of the API description, which needs no credentials. */
export const descriptionHandlers = {
  GET: describe,
  HEAD: describe,
  ...refusalHandlers(
    () => ({ status: 405, detail: problem('onlyGet'), headers: { allow: 'GET, HEAD' } }),
    ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  ),
}
