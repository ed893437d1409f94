import 'server-only'
import type { Target } from '@/lib/client/call'
import type { Operation } from '@/lib/contract/operations'
import type { Problem } from './problem'

/** How long before its end a token is not used any more. */
const TOKEN_MARGIN_MS = 60_000

/**
 * Why a request would be refused for its credential, known without sending it: there is none, or the access token says
 * when it ends (a JWT) and does so within a minute. Undefined when there is no such reason.
 * @param now milliseconds since the epoch
 */
export function credentialTrouble(
  { auth }: Pick<Operation, 'auth'>,
  { accessToken, secretKey }: Target,
  now: number,
): Problem | undefined {
  if (auth.includes('bearer') && accessToken) {
    const end = endOf(accessToken) ?? Number.POSITIVE_INFINITY
    return end - TOKEN_MARGIN_MS < now ? { code: 'token_ended' } : undefined
  }
  if (auth.includes('key')) return secretKey ? undefined : { code: 'no_credential', credential: 'key' }
  return { code: 'no_credential' }
}

/** When a token ends, milliseconds since the epoch; undefined when it does not tell. */
function endOf(token: string): number | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return claims && typeof claims === 'object' && 'exp' in claims ? Number(claims.exp) * 1000 : undefined
  } catch {
    return undefined
  }
}
