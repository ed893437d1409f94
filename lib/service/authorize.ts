import 'server-only'
import type { Operation, Scheme, Scope } from '@/lib/contract/operations'
import type { Handle } from '@/lib/store/database'
import type { Keyring } from '@/lib/store/keyring'
import { type Principal, readKey, readToken } from '@/lib/store/principals'
import type { Trouble } from './problems'

/** `Bearer` and a token (RFC 6750; the name of a scheme is read in any case, RFC 9110). */
const BEARER = /^bearer +([A-Za-z0-9._~+/=-]+)$/i

/**
 * Who asks, by the Authorization header, if this operation takes credentials of that kind.
 * @returns the principal, or undefined when the header does not prove one. Why is not told: it would help to guess.
 */
export async function authorize(
  header: string | null,
  schemes: readonly Scheme[],
  handle: Handle,
  ring: Keyring,
): Promise<Principal | undefined> {
  if (header === null) return undefined
  const token = BEARER.exec(header)?.[1]
  if (token !== undefined) return schemes.includes('bearer') ? readToken(handle, ring, token) : undefined
  return schemes.includes('key') ? readKey(handle, ring, header) : undefined
}

const credentialWords: Record<Scheme, string> = {
  bearer: '“Bearer ” and your access token',
  key: 'your secret key alone',
}

/** The answer to a request that proves nobody. */
export function unauthorized(header: string | null, schemes: readonly Scheme[]): Trouble {
  const known = schemes.map(scheme => credentialWords[scheme]).join(', or ')
  return {
    status: 401,
    detail: `Credentials are missing, wrong or over. Send ${known} in the Authorization header, once.`,
    headers: {
      'www-authenticate':
        header === null ? 'Bearer realm="Lading"' : 'Bearer realm="Lading", error="invalid_token"',
    },
  }
}

const scopeWords: Record<Scope, string> = {
  orders: 'check or register orders',
  products: 'register products',
}

/**
 * The answer to a request of somebody known who may not use this operation; undefined when they may. Who sent a
 * token is told the scope in the way of its scheme, too (RFC 6750 §3.1).
 */
export function forbidden(
  header: string | null,
  principal: Principal,
  { scope }: Pick<Operation, 'scope'>,
): Trouble | undefined {
  if (principal.scopes.includes(scope)) return undefined
  const isBearer = header !== null && BEARER.test(header)
  const challenge = `Bearer realm="Lading", error="insufficient_scope", scope="${scope}"`
  return {
    status: 403,
    detail: `Your credentials are good, but they may not ${scopeWords[scope]}: the scope “${scope}” is lacking. Use those of a client that has it.`,
    ...(isBearer && { headers: { 'www-authenticate': challenge } }),
  }
}
