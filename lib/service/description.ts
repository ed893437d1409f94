import 'server-only'
import { createHash } from 'node:crypto'
import { describeService } from '@/lib/contract/openapi'
import { refusing } from './problems'

const text = JSON.stringify(describeService())
const etag = `"${createHash('sha256').update(text).digest('base64url')}"`

const headers = {
  'content-type': 'application/json',
  // Public, and changed by nothing but a new version of the service.
  'cache-control': 'public, max-age=300',
  etag,
}

function answer(request: Request): Response {
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  const isKnown = known.some(tag => tag.trim().replace(/^W\//, '') === etag)
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(text, { headers })
}

/** Route handlers of the description: for everybody, without credentials. */
export const describing = {
  GET: answer,
  HEAD: answer,
  ...refusing(
    {
      status: 405,
      detail: 'This address is only read. Send the request as GET.',
      headers: { allow: 'GET, HEAD' },
    },
    ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  ),
}
