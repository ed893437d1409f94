import 'server-only'
import type { Operation, Scheme } from '@/lib/contract/operations'
import type { Db } from '@/lib/store/db/database'
import type { Keyring } from '@/lib/store/secrets/keyring'
import { authenticateKey, authenticateToken, type Principal } from '@/lib/store/service/principals'
import { getTranslations } from '@/lib/words/server'
import type { HttpProblem } from './problems'

const t = getTranslations('service')

/** `Bearer` and a token (RFC 6750; the name of a scheme is read in any case, RFC 9110). */
const BEARER = /^bearer +([A-Za-z0-9._~+/=-]+)$/i

/**
 * The principal of the Authorization header, if this operation accepts credentials of that kind.
 * @returns undefined without valid credentials. The reason is withheld because it would help to guess.
 */
export async function authorize(
  header: string | null,
  schemes: readonly Scheme[],
  db: Db,
  ring: Keyring,
): Promise<Principal | undefined> {
  if (header === null) return undefined
  const token = BEARER.exec(header)?.[1]
  if (token !== undefined) return schemes.includes('bearer') ? authenticateToken(db, ring, token) : undefined
  return schemes.includes('key') ? authenticateKey(db, ring, header) : undefined
}

/** The response to a request without valid credentials. */
export function unauthorized(header: string | null, schemes: readonly Scheme[]): HttpProblem {
  return {
    status: 401,
    detail: t('unauthorized', { schemes: schemes.length > 1 ? 'both' : (schemes[0] ?? 'bearer') }),
    headers: {
      'www-authenticate':
        header === null ? 'Bearer realm="Lading"' : 'Bearer realm="Lading", error="invalid_token"',
    },
  }
}

/**
 * The response to an authenticated client without the scope of this operation; undefined if it has the
 * scope. For tokens the WWW-Authenticate header names the missing scope (RFC 6750 §3.1).
 */
export function forbidden(
  header: string | null,
  principal: Principal,
  { scope }: Pick<Operation, 'scope'>,
): HttpProblem | undefined {
  if (principal.scopes.includes(scope)) return undefined
  const isBearer = header !== null && BEARER.test(header)
  const challenge = `Bearer realm="Lading", error="insufficient_scope", scope="${scope}"`
  return {
    status: 403,
    detail: t('forbidden', { scope }),
    ...(isBearer && { headers: { 'www-authenticate': challenge } }),
  }
}
