import 'server-only'
import type { Scheme } from '@/lib/contract/operations'
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
