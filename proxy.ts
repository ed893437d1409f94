import { type NextRequest, NextResponse } from 'next/server'
import { PATH_HEADER } from '@/lib/auth/path-header'
import { env } from '@/lib/env'

/**
 * Headers of pages, and nothing else: who may see what is asked in pages, actions and routes, and stays so without
 * this file. The APIs are left out because a body that passes here is cut at 10 MB.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID())
  const policy = contentSecurityPolicy(nonce)
  const headers = new Headers(request.headers)
  // Next finds the nonce in here and gives it to every script of the page.
  headers.set('content-security-policy', policy)
  headers.set(PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  response.headers.set('cache-control', 'private, no-store')
  return response
}

/** All paths except the API, the files of the build and the files of `public/`. A page whose address ends like a file name is a page. */
export const config = {
  matcher:
    '/((?!open-api/(?!desk$)|desk-api/|simulator/|api/|healthz$|metrics$|_next/|favicon\\.ico$|icon\\.svg$|icon-192\\.png$|icon-512\\.png$|manual/|apple-touch-icon\\.png$|manifest\\.webmanifest$).*)',
}

function contentSecurityPolicy(nonce: string): string {
  // React's development build explains itself by eval, and reloads over a socket.
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${env().production ? '' : " 'unsafe-eval'"}`,
    // A grid that draws only what is seen places its lines by style attributes.
    "style-src 'self' 'unsafe-inline'",
    // Images of products, which their shops' hosts serve; loaded when an operator asks (docs/decisions/0018).
    "img-src 'self' data: https: http:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}
